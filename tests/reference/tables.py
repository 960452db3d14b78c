"""Known numbers of move sequences, by game of `classics`: the i-th number is of depth i + 1."""

PERFT = {
    "tic_tac_toe": (9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872),
    "connect_four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "othello": (4, 12, 56, 244, 1396, 8200, 55092),
    "breakthrough": (22, 484, 11132, 256036, 6182818),
}

QUICK = {"tic_tac_toe": 9, "connect_four": 6, "othello": 6, "breakthrough": 4}
"""How deep every change is tested; what is deeper takes minutes and belongs to the soak."""
