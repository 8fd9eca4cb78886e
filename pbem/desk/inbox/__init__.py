"""The inbox: a file as it came, its header, its orders, the rehearsal, the receipt."""
