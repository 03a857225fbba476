#!/usr/bin/env python3
"""A heuristic in Python that beats min_c on one star, with the two Gantt charts.

usage: examples/beats_min_c.py [FOLDER OF THE PICTURES]
"""
import sys

from starport import Star, optimal, run


class Soonest:
    """To the worker that would end the task first. min_c looks at the links alone, and so fills the places of the slow
    worker behind the first of the fast links."""
    problems = ("bag",)

    def next(self, view):
        def end(worker):
            return max(max(view.now, worker.room_at) + worker.c, worker.idle_at) + worker.w
        return min(view.workers, key=end).number


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "."
    star = Star(c=[1, 2, 1], w=[14, 5, 5], buffer=3, tasks=12)
    results = run(star, Soonest, "min_c")
    print(results)
    print("optimal %g" % optimal(star).value)
    for result in results:
        print("wrote", result.gantt("%s/%s.svg" % (folder, result.heuristic.lower())))
