"""The typed program that the front end makes and the engines run; imports nothing else of Tafl."""
