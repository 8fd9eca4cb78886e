"""Letters: what mail programs, forums and phones give, opened, and the one order block in it that counts."""
