#!/usr/bin/env python3
"""Reference numbers for the ratings of safari-stats, by other people's programs and by a likelihood written apart.

    python3 -m venv VENV && VENV/bin/pip install -r scripts/reference_ratings.requirements.txt
    VENV/bin/python scripts/reference_ratings.py [DIRECTORY]

writes crates/safari-stats/tests/data/ratings/*.json: games and the numbers that they give. The test
crates/safari-stats/tests/reference_ratings.rs holds our fit to them. Three sources:

- choix (Maystre): Bradley-Terry and Plackett-Luce without ties or seats, from pairs, winners and rankings;
- evalica (Ustalov): Bradley-Terry from pairs;
- the full model: the likelihood written out over all sets of winners, differentiated by complex steps (exact to
  rounding), maximised by scipy and polished by Newton steps on a numerical Hessian. Seat effects are written as k - 1
  free numbers and the last as minus their sum, strengths as differences from agent 0: not the parametrisation of ours.
"""

import itertools
import json
import pathlib
import sys

import choix
import evalica
import numpy as np
import scipy.optimize


# Of choix: no penalty, and no end before rounding hides the gain.
NEWTON = {"method": "Newton-CG", "alpha": 0.0, "tol": 1e-14}

# ---- games


def sample_winners(rng, present, worth, ties):
    """One draw of the winners among the seats present, at least one."""
    sizes = [m for m in range(1, len(present) + 1) if m == 1 or ties[m] > 0]
    sets = [winners for m in sizes for winners in itertools.combinations(present, m)]
    weights = np.array([ties[len(c)] * np.exp(sum(worth[i] for i in c) / len(c)) for c in sets])
    return sets[rng.choice(len(sets), p=weights / weights.sum())]


def sample_ranks(rng, worth, ties):
    ranks = [0] * len(worth)
    present = list(range(len(worth)))
    rank = 1
    while present:
        winners = sample_winners(rng, present, worth, ties)
        for seat in winners:
            ranks[seat] = rank
        present = [seat for seat in present if seat not in winners]
        rank += len(winners)
    return ranks


def sample_games(seed, theta, seats, ties, sizes, deals, games_per_deal, selfplay=False):
    """Games as [deal, agents of seats, ranks]."""
    rng = np.random.default_rng(seed)
    games = []
    for deal in range(deals):
        for _ in range(games_per_deal):
            k = int(rng.choice(sizes))
            agents = rng.choice(len(theta), size=k, replace=selfplay or k > len(theta))
            worth = [theta[a] + seats[k][s] for s, a in enumerate(agents)]
            games.append([deal, [int(a) for a in agents], sample_ranks(rng, worth, ties)])
    return games


# ---- the model, written apart


def stages(seats, ranks, kind):
    """The choices of a game as (positions present, positions chosen)."""
    present = list(range(len(seats)))
    out = []
    while len(present) > 1:
        best = min(ranks[s] for s in present)
        chosen = [s for s in present if ranks[s] == best]
        out.append((tuple(present), tuple(chosen)))
        present = [s for s in present if ranks[s] != best]
        if kind == "winners":
            break
    return out


class Model:
    def __init__(self, agents, games, kind, prior):
        self.agents, self.kind, self.prior = agents, kind, prior
        self.sizes = sorted({len(seats) for _, seats, _ in games})
        self.groups = sorted({deal % 200 for deal, _, _ in games})
        self.by_group = {g: [] for g in self.groups}
        for deal, seats, ranks in games:
            for present, chosen in stages(seats, ranks, kind):
                self.by_group[deal % 200].append((tuple(seats), present, chosen))
        every = [stage for group in self.by_group.values() for stage in group]
        self.ties = sorted({len(chosen) for _, _, chosen in every if len(chosen) > 1})
        self.len = agents - 1 + sum(k - 1 for k in self.sizes) + len(self.ties)

    def unpack(self, x):
        theta = np.concatenate([[0.0 * x[0]], x[: self.agents - 1]])
        at = self.agents - 1
        seats = {}
        for k in self.sizes:
            free = x[at : at + k - 1]
            seats[k] = np.concatenate([free, [-free.sum()]])
            at += k - 1
        return theta, seats, dict(zip(self.ties, x[at:]))

    def table(self, stage_list):
        """For each stage the logarithms of all weights as linear functions of x, one a row, the chosen first."""
        units = [self.unpack(row) for row in np.eye(self.len)]
        rows, starts = [], []

        def ln_weight(agents, winners):
            m = len(winners)
            return [
                sum(theta[agents[s]] + seats[len(agents)][s] for s in winners) / m + (ln_ties[m] if m > 1 else 0.0)
                for theta, seats, ln_ties in units
            ]

        for agents, present, chosen in stage_list:
            starts.append(len(rows))
            rows.append(ln_weight(agents, chosen))
            for m in range(1, len(present) + 1):
                if m == 1 or m in self.ties:
                    others = (w for w in itertools.combinations(present, m) if w != chosen)
                    rows.extend(ln_weight(agents, winners) for winners in others)
        return np.array(rows), np.array(starts)

    def log_likelihood(self, x, table):
        rows, starts = table
        ln_weights = rows @ x
        return (ln_weights[starts] - np.log(np.add.reduceat(np.exp(ln_weights), starts))).sum()

    def log_prior(self, x):
        """Strengths are penalised around their mean: that is where the best shift of all of them puts 0."""
        theta, seats, ln_ties = self.unpack(x)
        strength, seat, tie = self.prior
        centred = theta - theta.sum() / self.agents
        total = -0.5 * strength * (centred**2).sum()
        total = total - 0.5 * seat * sum((effects**2).sum() for effects in seats.values())
        return total - 0.5 * tie * sum(value**2 for value in ln_ties.values())

    def gradient(self, function, x):
        step = 1e-30
        gradient = np.empty(self.len)
        for i in range(self.len):
            moved = x.astype(complex)
            moved[i] += 1j * step
            gradient[i] = function(moved).imag / step
        return gradient

    def hessian(self, function, x):
        step = 1e-4
        rows = []
        for i in range(self.len):
            at = lambda t: self.gradient(function, x + t * step * np.eye(self.len)[i])
            rows.append((8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step))
        hessian = np.array(rows)
        return (hessian + hessian.T) / 2

    def fit(self):
        tables = {group: self.table(stage_list) for group, stage_list in self.by_group.items()}
        every = self.table([stage for stage_list in self.by_group.values() for stage in stage_list])

        def objective(x):
            return self.log_likelihood(x, every) + self.log_prior(x)

        found = scipy.optimize.minimize(
            lambda x: -objective(x), np.zeros(self.len), jac=lambda x: -self.gradient(objective, x), method="BFGS",
            options={"gtol": 1e-6},
        )
        x = found.x
        for _ in range(3):
            x = x - np.linalg.solve(self.hessian(objective, x), self.gradient(objective, x))
        hessian = -self.hessian(objective, x)
        scores = np.array([self.gradient(lambda y, g=g: self.log_likelihood(y, tables[g]), x) for g in self.groups])
        groups = len(self.groups)
        inverse = np.linalg.inv(hessian)
        robust = inverse @ (scores.T @ scores * groups / (groups - 1)) @ inverse
        # To be seen: the floor of a quarter of the model's covariance must not act in these data.
        chol = np.linalg.cholesky(hessian)
        least = np.linalg.eigvalsh(chol.T @ robust @ chol).min()
        return x, float(self.log_likelihood(x, every).real), robust, float(least)

    def report(self):
        x, log_likelihood, robust, least = self.fit()
        theta, seats, ln_ties = self.unpack(x)
        # All of strengths around their mean, seats and ln ties as linear functions of x.
        jacobian = []
        for i in range(self.len):
            t, s, l = self.unpack(np.eye(self.len)[i])
            jacobian.append(np.concatenate([t - t.mean(), *[s[k] for k in self.sizes], list(l.values())]))
        jacobian = np.array(jacobian).T
        covariance = jacobian @ robust @ jacobian.T
        n = self.agents
        return {
            "strengths": list(theta - theta.mean()),
            "covariance": [list(row) for row in covariance[:n, :n]],
            "seats": [
                {"players": k, "effects": list(seats[k])} for k in self.sizes
            ],
            "ties": [{"size": m, "ln": float(ln_ties[m])} for m in self.ties],
            "other_variances": list(np.diag(covariance)[n:]),
            "log_likelihood": log_likelihood,
            "least_eigenvalue": least,
        }


# ---- the files


def full(name, agents, games, kind, prior):
    report = Model(agents, games, kind, prior).report()
    return name, {"source": "scipy", "agents": agents, "kind": kind, "prior": list(prior), "seats": True,
                  "games": games, "expected": report}


def plain(name, source, agents, games, kind, strengths):
    strengths = np.asarray(strengths, dtype=float)
    return name, {"source": source, "agents": agents, "kind": kind, "prior": [0, 0, 0], "seats": False,
                  "games": games, "expected": {"strengths": list(strengths - strengths.mean())}}


def cases():
    none = {k: [0.0] * k for k in range(2, 6)}
    no_ties = {1: 1.0, 2: 0.0, 3: 0.0, 4: 0.0, 5: 0.0}
    effects = {2: [0.2, -0.2], 3: [0.3, 0.0, -0.3], 4: [0.3, 0.1, -0.1, -0.3], 5: [0.4, 0.2, 0.0, -0.2, -0.4]}
    ties = {1: 1.0, 2: 0.3, 3: 0.15, 4: 0.1, 5: 0.05}

    theta = [0.9, 0.4, 0.0, -0.2, -1.1]
    games = sample_games(1, theta, none, no_ties, [2], 60, 8)
    pairs = [(s[r.index(1)], s[1 - r.index(1)]) for _, s, r in games]
    yield plain("choix-pairs", "choix", 5, games, "winners", choix.opt_pairwise(5, pairs, **NEWTON))
    result = evalica.bradley_terry(
        [s[0] for _, s, _ in games], [s[1] for _, s, _ in games],
        [evalica.Winner.X if r[0] == 1 else evalica.Winner.Y for _, _, r in games], tolerance=1e-14, limit=100_000,
    )
    yield plain("evalica-pairs", "evalica", 5, games, "winners", np.log(result.scores.sort_index().to_numpy()))

    theta = [1.0, 0.5, 0.1, 0.0, -0.4, -1.0]
    games = sample_games(2, theta, none, no_ties, [2, 3, 4, 5], 80, 6)
    tops = [(s[r.index(1)], [a for a in s if a != s[r.index(1)]]) for _, s, r in games]
    yield plain("choix-top1", "choix", 6, games, "winners", choix.opt_top1(6, tops, **NEWTON))
    orders = [tuple(a for _, a in sorted(zip(r, s))) for _, s, r in games]
    yield plain("choix-rankings", "choix", 6, games, "ranking", choix.opt_rankings(6, orders, **NEWTON))

    nothing, weak = (0.0, 0.0, 0.0), (0.03, 0.19, 0.04)
    theta = [0.8, 0.1, 0.0, -0.9]
    for k in range(2, 6):
        games = sample_games(10 + k, theta, effects, ties, [k], 60, 6, selfplay=True)
        for kind in ["winners", "ranking"]:
            yield full(f"full-{k}-{kind}", 4, games, kind, nothing if k % 2 else weak)
    theta = [0.8, 0.4, 0.1, 0.0, -0.4, -0.9]
    # More deals than groups: they are put together by their number mod 200.
    games = sample_games(20, theta, effects, ties, [2, 3, 4, 5], 260, 3, selfplay=True)
    for kind in ["winners", "ranking"]:
        yield full(f"full-mixed-{kind}", 6, games, kind, weak)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else root / "crates/safari-stats/tests/data/ratings"
    directory.mkdir(parents=True, exist_ok=True)
    for name, case in cases():
        case["command"] = "scripts/reference_ratings.py"
        games = case.pop("games")
        head = json.dumps(case, indent=1, sort_keys=True)
        # One game a line.
        body = ",\n".join("  " + json.dumps(game) for game in games)
        (directory / f"{name}.json").write_text(f'{head[:-2]},\n "games": [\n{body}\n ]\n}}\n')
        print(name, len(games), case["expected"].get("least_eigenvalue", ""))


if __name__ == "__main__":
    main()
