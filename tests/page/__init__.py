"""The order page: the leaf, the engine here and in Pyodide, and the page in a real browser."""
