#!/usr/bin/env python3
"""A row of Table 1 of RR-6005 and Figure 10 of RR-5196 from their descriptions, with pandas.

usage: examples/papers.py [PLATFORMS OF THE ROW [OF THE FIGURE]]      (default 1000, as in the report, and 20)
"""
import sys

import pandas
from starport import Star, run_many

rows, points = [int(x) for x in (sys.argv[1:] + ["1000", "20"][len(sys.argv) - 1:])]


def makespans(stars, methods):
    return pandas.DataFrame([[run.makespan for run in r] for r in run_many(stars, methods, jobs=2)], columns=methods)


# Table 1, links alike, processors different, c <= w: distance from the best of the three, by the rules as published
found = makespans(Star.random_many("hom-het-fast-links", rows, workers=10, seed=6005),
                  ["bba:tie=last", "mbbsa", "r-bsa:order=forward:tie=begin"])
distance = found.div(found.min(axis=1), axis=0)
print(pandas.DataFrame({"mean": distance.mean(), "sd": distance.std(ddof=0), "published mean": [1.0003, 1, 1.0186],
                        "published sd": [0.0010, 0, 0.0395]}).round(4))


def throughput(star):
    """Of the steady state: the master's port serves the cheapest links first, each at most at its worker's speed."""
    port, rate = 1.0, 0.0
    for c, w in sorted(zip(star.c, star.w)):
        share = min(port, c / w)
        port, rate = port - share, rate + share / c
    return rate


# Figure 10: throughput relative to the steady state by the number of tasks, one place a worker
cost, figure = "normal 100 25 in 50..150", {}
for tasks in (10, 40, 160, 640, 2560):
    stars = Star.random_many("het-het", points, workers=20, seed=5196, c=cost, w=cost, buffer=1, tasks=tasks)
    found = makespans(stars, ["min_c", "min_w", "mct", "min_loss", "1d"])
    figure[tasks] = (tasks / found).div([throughput(star) for star in stars], axis=0).mean()
print(pandas.DataFrame(figure).T.rename_axis("tasks").round(4))
