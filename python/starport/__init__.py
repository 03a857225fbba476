"""Master-worker scheduling on star platforms: starport from Python.

Stars are solved in this process by libstarport: `Star`, `run`, `run_many`, `plan`, `bound`, `optimal`, `cost`. What
the library does not have is done by the program `starport`, whose JSON is given back: the engine simgrid, `steady`,
`network`, `worst`, `check`, `heuristics`, `Star.from_file`, `Star.random`, pictures. `Campaign` reads a database of
results. docs/python.md is a tutorial.

>>> star = Star(c=[1, 8, 1, 1], w=[1, 1, 9, 10], load=[13, 13, 0, 0])
>>> run(star, "bba", "portfolio")["portfolio"].makespan
12.0
"""
from ._starport import Error, Refused, View, Worker
from .campaign import Campaign
from .program import check, heuristics, network, steady, worst
from .results import Event, Many, Optimum, Plan, Results, Run, Transfer
from .runs import bound, cost, optimal, plan, run, run_many
from .star import Star

__all__ = ["Campaign", "Error", "Event", "Many", "Optimum", "Plan", "Refused", "Results", "Run", "Star", "Transfer",
           "View", "Worker", "bound", "check", "cost", "heuristics", "network", "optimal", "plan", "run", "run_many",
           "steady", "worst"]
