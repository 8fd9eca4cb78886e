"""What is said in lines of 80 signs, on the screen, in a letter or on the order page: the same words everywhere."""
