#!/usr/bin/env python3
"""Draw a run: ratings, who is ahead of whom, and what a seat is worth. An example of how to read the files of a run.

    scripts/figure.sh DIR [-o FILE]                    with all it needs, in an environment below target/
    python3 scripts/figure.py DIR [-o FILE]            where scripts/figure.requirements.txt is installed

DIR is the directory of a tournament (docs/formats.md, Tournament files) with 2 to 30 agents. FILE is an SVG, PNG or PDF by
its ending; DIR's name and .svg in the working directory if not given. The same files give the same SVG.

The win shares are computed twice from seats.csv, with pandas and with polars, and have to be the same and those of
standings.csv. Believe the tables for all else: their intervals take deals, not games, for independent.
"""

import argparse
import json
import math
import pathlib
import sys
import tomllib

import matplotlib
import pandas as pd
import polars as pl

matplotlib.use("Agg")  # Pictures go into files: no screen is needed.
from matplotlib import pyplot as plt  # noqa: E402
from matplotlib.colors import LinearSegmentedColormap  # noqa: E402
from matplotlib.patches import Rectangle  # noqa: E402
from matplotlib.ticker import MaxNLocator  # noqa: E402

# Okabe and Ito's palette, which people with any of the common colour blindnesses tell apart.
BLUE, VERMILION, GREY = "#0072B2", "#D55E00", "#767676"
# Up to so many agents the cells of pairs have room for numbers; beyond, a colour bar explains them.
NUMBERS = 16
AHEAD = LinearSegmentedColormap.from_list("ahead", [VERMILION, "#F7F7F7", BLUE])


def win_shares_pandas(run):
    """The mean win share of each agent over its deals, by pandas: the handier one for tables of this size."""
    columns = {"agent": str, "deal": int, "win_share": float}
    # An agent may be called `NA` or `null`, so no name is a missing value.
    seats = pd.read_csv(run / "seats.csv", usecols=list(columns), dtype=columns, keep_default_na=False)
    by_deal = seats.groupby(["agent", "deal"])["win_share"].mean()
    return by_deal.groupby("agent").mean().to_dict()


def win_shares_polars(run):
    """The same by polars, lazily and on all cores: the faster one for large runs. It takes 0.45 s for 1.9 million rows on two
    cores, pandas 0.68 s."""
    columns = {"agent": pl.String, "deal": pl.Int64, "win_share": pl.Float64}
    seats = pl.scan_csv(run / "seats.csv", schema_overrides=columns).select(*columns)
    by_deal = seats.group_by("agent", "deal").agg(pl.col("win_share").mean())
    return dict(by_deal.group_by("agent").agg(pl.col("win_share").mean()).collect().iter_rows())


def check_same(shares, others, tolerance, what):
    """Ends the program where two maps from agents to shares differ."""
    if shares.keys() != others.keys():
        sys.exit(f"{what}: the agents are not the same: {sorted(shares.keys() ^ others.keys())}")
    for agent, share in shares.items():
        if not math.isclose(share, others[agent], rel_tol=0.0, abs_tol=tolerance):
            sys.exit(f"{what}: the win share of {agent} is {share} and {others[agent]}")


def table(run, name):
    """One of the tables of a run. Cells are empty only where there is no number."""
    text = {"agent": str, "opponent": str}
    frame = pd.read_csv(run / f"{name}.csv", dtype=text, keep_default_na=False, na_values={})
    for column in frame.columns.difference([*text, "anchor", "separated"]):
        frame[column] = pd.to_numeric(frame[column])  # An empty cell becomes NaN.
    return frame


def short(name, most=34):
    """A name that fits beside an axis: the middle goes, since specs differ at their ends."""
    return name if len(name) <= most else f"{name[: most // 2 - 1]}…{name[-(most // 2) :]}"


def elo(rating):
    """A rating in whole Elo, with a sign but for 0."""
    whole = round(rating)
    return f"{whole:+}".replace("-", "−") if whole else "0"


def heading(run, manifest, standings):
    """Two lines that say which run this is, from its manifest."""
    config = tomllib.loads(manifest["config"])
    games, planned = manifest["games_done"], manifest["games_planned"]
    played = f"{games:,} games" if games == planned else f"{games:,} of {planned:,} games"
    # A config may say all of it in the base that it extends; then there is no number of players to tell.
    seats = f" at tables of {config['players']}" if "players" in config else ""
    deals = standings["deals"].max()
    first = f"{run.resolve().name}: {len(standings)} agents{seats}, {played} on {deals:,} deal{'s' if deals > 1 else ''}"
    variant = ", ".join(f"{key} {value}" for key, value in config.get("variant", {}).items())
    return first, " · ".join(filter(None, [f"seed {manifest['seed']}", variant, manifest["program"]]))


def draw_ratings(axes, ratings, shares):
    """Ratings with 95 % intervals, an agent a row, best first; as numbers, with the win share, at the right."""
    rows = range(len(ratings))
    anchor = ratings.loc[ratings["anchor"], "agent"].iloc[0]
    axes.axvline(0.0, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
    # The prior alone says how far away a separated agent is: with its interval on the axis nothing else would be seen.
    told = ratings[~ratings["separated"]]
    beyond = len(told) > 1
    shown = (told if beyond else ratings)[["elo", "elo_lo", "elo_hi"]]
    low, high = shown.min().min(), shown.max().max()
    edge = 0.08 * max(high - low, 1.0)
    axes.set_xlim(low - edge, high + edge)
    for y, row in zip(rows, ratings.itertuples()):
        if row.separated and beyond:
            left = row.elo < (low + high) / 2
            axes.plot(low - edge / 2 if left else high + edge / 2, y, marker="<" if left else ">", color=GREY,
                      markerfacecolor="white", markersize=6)
        else:
            colour = GREY if row.separated else BLUE
            axes.plot([row.elo_lo, row.elo_hi], [y, y], color=colour, linewidth=2, solid_capstyle="butt")
            axes.plot(row.elo, y, marker="D" if row.anchor else "o", color=colour, markersize=5,
                      markerfacecolor="white" if row.separated else colour)
        for right, text in ((42, elo(row.elo)), (96, f"{shares[row.agent]:.3f}")):
            axes.annotate(text, (1.0, y), xycoords=("axes fraction", "data"), xytext=(right, 0),
                          textcoords="offset points", ha="right", va="center")
    for right, text in ((42, "Elo"), (96, "win share")):
        axes.annotate(text, (1.0, 1.0), xycoords="axes fraction", xytext=(right, 6), textcoords="offset points",
                      ha="right", fontsize=8, color=GREY)
    axes.set_yticks(rows, [f"{short(agent)}   {y + 1}" for y, agent in zip(rows, ratings["agent"])])
    axes.set_title("Rating, 95 % interval", fontsize=10, loc="left")
    axes.set_xlabel(f"Elo above {short(anchor)} (◆)")
    axes.grid(axis="x", color="#E4E4E4", linewidth=0.8)
    axes.set_axisbelow(True)


def draw_pairs(axes, pairs, order):
    """How often the agent of the row was ranked better than that of the column: framed where that may be chance, white
    where they never met."""
    place = {agent: i for i, agent in enumerate(order)}
    n = len(order)
    cells = pd.DataFrame(math.nan, index=range(n), columns=range(n))
    for row in pairs.itertuples():
        y, x = place[row.agent], place[row.opponent]
        cells.iat[y, x] = row.better
        if row.better_lo <= 0.5 <= row.better_hi:
            axes.add_patch(Rectangle((x - 0.42, y - 0.42), 0.84, 0.84, fill=False, edgecolor="black", linewidth=0.9))
        if n <= NUMBERS:
            ink = "white" if abs(row.better - 0.5) > 0.35 else "black"
            axes.text(x, y, f"{100 * row.better:.0f}", ha="center", va="center", color=ink, fontsize=9 if n <= 10 else 7)
    picture = axes.imshow(cells, cmap=AHEAD, vmin=0.0, vmax=1.0, aspect="auto", interpolation="nearest")
    axes.set_xticks(range(n), [str(x + 1) for x in range(n)])
    for i in range(n):
        axes.add_patch(Rectangle((i - 0.5, i - 0.5), 1, 1, facecolor="#E4E4E4", zorder=0))
    axes.set_title("Row ranked better than column, %", fontsize=10, loc="left")
    axes.set_xlabel("opponent (framed: the interval holds 50)")
    axes.set_xticks([x + 0.5 for x in range(n - 1)], minor=True)
    axes.set_yticks([y + 0.5 for y in range(n - 1)], minor=True)
    axes.grid(which="minor", color="white", linewidth=1.2)
    axes.tick_params(which="both", length=0, labelleft=False)
    return picture


def draw_seats(axes, seats):
    """The win share of each seat over all agents, with 95 % intervals."""
    seats = seats[seats["agent"] == "all"]
    even = 1.0 / len(seats)
    axes.axhline(even, color=GREY, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
    # Ends of intervals are empty where the deals are too few to tell.
    known = seats.dropna(subset=["win_share_lo", "win_share_hi"])
    axes.vlines(known["seat"], known["win_share_lo"], known["win_share_hi"], color=BLUE, linewidth=2)
    axes.plot(seats["seat"], seats["win_share"], "o", color=BLUE, markersize=6)
    axes.set_xticks(seats["seat"])
    axes.set_xlim(-0.6, len(seats) - 0.4)
    # Not so close that the noise of a few games looks like an effect.
    ends = pd.concat([seats["win_share"], known["win_share_lo"], known["win_share_hi"]])
    reach = max(0.1, 1.1 * (ends - even).abs().max())
    axes.set_ylim(max(0.0, even - reach), min(1.0, even + reach))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.set_title("Win share by seat", fontsize=10, loc="left")
    axes.set_xlabel("seat (0 begins)")
    axes.grid(axis="y", color="#E4E4E4", linewidth=0.8)
    axes.set_axisbelow(True)


def draw(run, file):
    """Reads the run in a directory and draws it into a file."""
    manifest = json.loads((run / "manifest.json").read_text(encoding="utf-8"))
    standings, ratings, pairs, seats = (table(run, name) for name in ("standings", "ratings", "pairs", "seat_effect"))
    if not 2 <= len(ratings) <= 30:
        sys.exit(f"{run}: it has {len(ratings)} agents; a figure shows 2 to 30")
    shares = win_shares_pandas(run)
    check_same(shares, win_shares_polars(run), 1e-12, "pandas and polars")
    check_same(shares, dict(zip(standings["agent"], standings["win_share"])), 0.5001e-4, "seats.csv and standings.csv")

    n = len(ratings)
    cell = 0.44 if n <= 12 else 0.3
    side = max(n * cell, 2.6)
    plt.rcParams.update({"font.family": "DejaVu Sans", "font.size": 9, "svg.hashsalt": "safari",
                         "axes.spines.top": False, "axes.spines.right": False})
    figure, (left, middle, right) = plt.subplots(
        1, 3, figsize=(9.0 + side, 1.5 + max(n * cell, 1.8)), width_ratios=[4.2, side, 2.2], layout="constrained")
    figure.get_layout_engine().set(wspace=0.04)
    draw_ratings(left, ratings, shares)
    picture = draw_pairs(middle, pairs, list(ratings["agent"]))
    draw_seats(right, seats)
    for axes in (left, middle):
        axes.set_ylim(n - 0.5, -0.5)
    middle.spines[:].set_visible(False)
    if n > NUMBERS:
        figure.colorbar(picture, ax=middle, ticks=[0, 0.5, 1], format=lambda share, _: f"{100 * share:.0f}",
                        shrink=0.4, aspect=20, pad=0.02).outline.set_visible(False)
    first, second = heading(run, manifest, standings)
    figure.suptitle(first, x=0.01, ha="left", fontsize=12, fontweight="bold")
    if ratings["separated"].any():
        second += "\nhollow: won or lost everything against the others, so the prior alone says how far away it is"
    figure.supxlabel(second, x=0.01, ha="left", fontsize=8, color=GREY)
    # The solver of the layout is not the same in the last bit every time, and names in an SVG are hashes of places.
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        axes.set_position([round(place, 5) for place in axes.get_position().bounds])
    # Without the date, which matplotlib would write into it.
    figure.savefig(file, dpi=160, metadata={"Date": None} if file.suffix == ".svg" else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=pathlib.Path, metavar="DIR", help="directory of a tournament")
    parser.add_argument("-o", "--output", type=pathlib.Path, metavar="FILE", help="an .svg, .png or .pdf")
    options = parser.parse_args()
    file = options.output or pathlib.Path(f"{options.run.resolve().name}.svg")
    if file.suffix not in (".svg", ".png", ".pdf"):
        parser.error(f"{file}: the ending has to be .svg, .png or .pdf")
    missing = [name for name in ("manifest.json", "seats.csv", "ratings.csv") if not (options.run / name).is_file()]
    if missing:
        parser.error(f"{options.run}: there is no {missing[0]}; is it the directory of a finished run?")
    draw(options.run, file)


if __name__ == "__main__":
    main()
