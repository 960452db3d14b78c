"""Second implementations of rules, written apart from the packs and never from their text."""
