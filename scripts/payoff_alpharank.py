#!/usr/bin/env python3
"""α-rank of agents from a payoff table, by OpenSpiel (Omidshafiei et al. 2019, Scientific Reports 9:9937).

    python3 -m venv VENV && VENV/bin/pip install -r scripts/payoff_alpharank.requirements.txt
    VENV/bin/python scripts/payoff_alpharank.py PAYOFF.csv [--alpha A | --infinite]

PAYOFF.csv is what `safari_stats::payoff_table` returns with the names of agents around it: a line `agent,NAME,...`, then
for each agent its name and its mean payoff against each. Payoffs are in [0, 1]; 1/2 is an even match in tables of
`Payoff::Before`. Cells on the diagonal may be empty: selection looks at pairs of different agents. Prints CSV: the mass of
the stationary distribution for each agent, largest first, and how many of the others each loses to.

The table is taken as it is. Where payoffs are within their errors, large α turns noise into order: look at several α, and
at the intervals of the tournament, before believing one.
"""

import argparse
import csv
import sys

import numpy as np
from open_spiel.python.egt import alpharank, heuristic_payoff_table


def read_table(path):
    with open(path, newline="", encoding="utf-8") as file:
        lines = list(csv.reader(file))
    names = lines[0][1:]
    if [line[0] for line in lines[1:]] != names:
        sys.exit(f"{path}: the rows are not the agents of the first line, in their order")
    table = np.full((len(names), len(names)), 0.5)
    for row, line in enumerate(lines[1:]):
        if len(line) != len(names) + 1:
            sys.exit(f"{path}: {line[0]} has {len(line) - 1} payoffs, there are {len(names)} agents")
        for column, cell in enumerate(line[1:]):
            if cell:
                table[row, column] = float(cell)
            elif row != column:
                sys.exit(f"{path}: {names[row]} and {names[column]} never met; α-rank needs every pair")
    return names, table


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("payoff", help="CSV: agent against agent")
    intensity = parser.add_mutually_exclusive_group()
    intensity.add_argument("--alpha", type=float, default=100.0, help="ranking intensity (default 100)")
    intensity.add_argument("--infinite", action="store_true", help="the limit of infinite intensity, with a noise of 0.01")
    options = parser.parse_args()
    names, table = read_table(options.payoff)
    # One population: the game of two players is symmetric, so the second table is the transpose of the first.
    tables = [heuristic_payoff_table.from_matrix_game(table)]
    # A fixation probability whose denominator overflows is 0, as it should be.
    with np.errstate(over="ignore"):
        _, _, stationary, _, _ = alpharank.compute(tables, alpha=options.alpha, use_inf_alpha=options.infinite)
    # Of the stationary distribution rounding may leave less than nothing.
    masses = np.maximum(stationary, 0.0)
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["agent", "mass", "loses_to"])
    for agent in sorted(range(len(names)), key=lambda agent: (-masses[agent], agent)):
        out.writerow([names[agent], f"{masses[agent]:.6f}", int((table[:, agent] > table[agent]).sum())])


if __name__ == "__main__":
    main()
