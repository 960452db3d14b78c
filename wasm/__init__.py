"""The compiled engine: a checked program becomes one WebAssembly module that plays as the interpreter
does.
"""
