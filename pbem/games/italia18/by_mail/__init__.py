"""Italia 1917-1918 by mail: its orders as values."""
