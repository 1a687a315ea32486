#!/usr/bin/env python3
"""A bot for Carcassonne Safari to start from: Python 3.9 or later, the standard library alone (docs/protocol.md).

It knows no rules: every `go` lists the legal tokens, and it takes the one that it likes best. It likes to close gaps,
to lay animal tiles, and to have meeples on the board. Change `value` to make it stronger.
"""

import random
import sys

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}  # y grows to the south


class Game:
    """What the lines have told so far."""

    def __init__(self):
        self.sides = {}  # of each kind: terrain N E S W, such as "bbst" (bush, bush, savanna, trail)
        self.board = {}  # of each filled cell: its four sides as it lies
        self.seat = 0
        self.meeples = 7  # of this bot, as of the last turn

    def take(self, words):
        """Takes in a line that needs no answer."""
        if words[0] == "kind":  # kind 26EZ COPIES SIDES …
            self.sides[words[1]] = words[3]
        elif words[0] == "cell":  # cell X,Y SIDES …: a cell of the start tile
            self.board[cell(words[1])] = words[2]
        elif words[0] == "seat":
            self.seat = int(words[1])
        elif words[0] == "position" and words[1] == "placed":  # the game begins later than usual
            for token in words[2:]:
                self.place(token)
        elif words[0] == "play" and "/" in words[2]:  # play SEAT KIND@X,Y/TURNS
            self.place(words[2])
        elif words[0] == "turn":
            self.meeples = int(words[words.index("meeples") + 1 + self.seat])

    def place(self, token):
        at, sides = self.placement(token)
        self.board[at] = sides

    def placement(self, token):
        """The cell of a placement, and the tile's sides as it lies there."""
        kind, rest = token.split("@")
        at, turns = rest.split("/")
        sides = self.sides[kind]
        turns = int(turns)
        return cell(at), sides[4 - turns:] + sides[:4 - turns]  # clockwise: what was W is N

    def value(self, phase, token):
        """How much this bot likes a decision: more is better."""
        if phase == "place":
            (x, y), sides = self.placement(token)
            liked = 0
            for terrain, (dx, dy) in zip(sides, SIDES.values()):
                filled = (x + dx, y + dy) in self.board
                if terrain != "s":
                    liked += 2 if filled else -1  # go on with trails and bushes, and leave few open ends
                elif filled:
                    liked += 1  # around baobabs, no gaps
            return liked
        if phase == "action":
            # x extends a watering hole, d digs one, m places a meeple, - is nothing, r moves a ranger.
            return {"x": 5, "d": 4, "m": 3 + self.meeples / 4, "-": 1, "r": 0}[token[0]]
        if phase == "bonus":
            return 0 if token == "+-" else 1  # an animal more makes a feature worth more
        return 0  # where a displaced ranger goes is all the same


def cell(text):
    x, y = text.split(",")
    return int(x), int(y)


def main():
    game = Game()
    for line in sys.stdin:
        words = line.split()
        if words[0] == "safari-protocol":
            if words[1] != "1":
                sys.exit(f"this bot speaks version 1, not {words[1]}")
        elif words[0] == "begin":
            print("ready", flush=True)
        elif words[0] == "go":  # go SEAT PHASE seed HEX … legal TOKEN TOKEN …
            phase = words[2]
            chance = random.Random(words[words.index("seed") + 1])  # the same game again from the same seed
            legal = words[words.index("legal") + 1:]
            print(max(legal, key=lambda token: (game.value(phase, token), chance.random())), flush=True)
        elif words[0] == "end":
            return
        else:
            game.take(words)


if __name__ == "__main__":
    main()
