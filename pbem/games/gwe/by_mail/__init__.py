"""What serves the mail: how orders are read, what they answer, sheets, odds and the mail meter."""
