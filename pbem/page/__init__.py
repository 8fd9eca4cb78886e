"""The order page: the rules in the reader's browser, and the file that carries them there.

`engine` runs there, in Pyodide, and here in tests: standard library, kernel, games, the dice room and the desk, nothing
else. `bundle`, `pyodide` and `document` make the file, here.
"""
