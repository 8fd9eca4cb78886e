"""The random player: plays any game on the kernel and checks what it finds."""
