#!/usr/bin/env python3
"""Read the files of a tournament with pandas and print the mean win share of each agent.

    scripts/read_results.py results/quick

Games of one deal share their luck, so the spread of a mean comes from one value for each deal, never from games. What
is printed equals standings.csv but for the interval, which there is Wilson's: it stays within 0 to 1 and never closes.
"""

import json
import pathlib
import sys

import pandas as pd

if len(sys.argv) != 2:
    sys.exit(__doc__)
run = pathlib.Path(sys.argv[1])
manifest = json.loads((run / "manifest.json").read_text())
# An agent may be called `null` or `NA`, so only empty cells are missing values.
games, seats, standings, timing = (
    pd.read_csv(run / f"{name}.csv", keep_default_na=False, na_values={"forfeit": "", "mean_score_lo": "", "mean_score_hi": "", "games_per_s": ""})
    for name in ("games", "seats", "standings", "timing")
)
print(f"{len(games)} of {manifest['games_planned']} games, {games['forfeit'].notna().sum()} forfeited")

by_deal = seats.groupby(["agent", "deal"])[["win_share", "score", "rank"]].mean()
means = by_deal.groupby("agent").mean()
means["standard_error"] = by_deal.groupby("agent")["win_share"].sem()
means = means.join(standings.set_index("agent")[["win_share_lo", "win_share_hi"]])
means = means.join(timing.set_index("agent")["seconds_per_decision"])
print(means.sort_values("win_share", ascending=False).to_string(float_format="{:.4f}".format))
