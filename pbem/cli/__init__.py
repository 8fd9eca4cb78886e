"""The command line: parse, call the desk, print. One file per noun; nothing heavy is imported before it is used."""
