"""Heuristics in Python on the engine simgrid: the same runs as on the native engine."""
import os
import unittest

import random_stars
import starport
import test_heuristics
from starport import program

BAG = starport.Star(c=[1, 2], w=[3, 4], tasks=20)


class InTurn(test_heuristics.RoundRobin):
    """the workers in turn"""
    problems = ("bag",)


class Fails:
    def next(self, view):
        return 1 // (len(view.workers) - 2)


class Loops:
    def next(self, view):
        while True:
            pass


def planned(star):
    return starport.plan(star, "mct")


@unittest.skipUnless(os.path.exists(os.path.join(os.path.dirname(program.path()), "starport-simgrid.so")),
                     "SimGrid is not installed")
class Simgrid(unittest.TestCase):
    def compare(self, star, *methods, **conditions):
        ours = starport.run(star, *methods, engine="simgrid", **conditions)
        theirs = starport.run(star, *methods, **conditions)
        for a, b in zip(ours, theirs):
            self.assertEqual((a.heuristic, a.status, a.reason, a.messages, a.planned, a.engine, len(a.events)),
                             (b.heuristic, b.status, b.reason, b.messages, b.planned, "simgrid", len(b.events)))
            if b.makespan is not None:
                self.assertAlmostEqual(a.makespan, b.makespan, delta=1e-9 * b.makespan)
        return ours

    def test_same_runs(self):
        local = starport.plan(BAG, "min_c")
        runs = self.compare(BAG, InTurn, "mct", planned, lambda star: local, local, [(0, 1)], [(0, 9)], "bba")
        self.assertEqual([r.status for r in runs], ["ok"] * 5 + ["failed", "refused", "refused"])
        self.compare(BAG, planned, "mct", noise_link=0.2, seed=3, platform=4)
        for seed in range(12):
            star = starport.Star(**random_stars.keys_of_star(random_stars.chance_of(seed)))
            self.compare(star, lambda s: starport.plan(s, random_stars.HEURISTICS[s.problem][0]))

    def test_what_goes_wrong(self):
        def divides(star):
            return 1 / 0

        run = starport.run(BAG, divides, Fails, engine="simgrid")
        self.assertEqual([(r.status, r.reason) for r in run],
                         [("crashed", "ZeroDivisionError: division by zero"),
                          ("crashed", "exited with code 1: ZeroDivisionError: integer division or modulo by zero")])
        self.assertIsInstance(run[0].error, ZeroDivisionError)

        def loops(star):
            while True:
                pass
        for wrong in (loops, Loops):
            self.assertEqual(starport.run(BAG, wrong, engine="simgrid", seconds=1)[0].status, "timeout")

        class Local(InTurn):
            pass
        for wrong, words in ((Local, "not as a class of test_simgrid"), (InTurn(), "not as an object")):
            with self.assertRaises(starport.Error) as caught:
                starport.run(BAG, wrong, engine="simgrid")
            self.assertIn(words, str(caught.exception))
