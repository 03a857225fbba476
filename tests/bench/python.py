"""Figures of the Python package, one a line: name value unit. Those against C are taken in turn with it, the least of
several each. BUILD: where all was built."""
import os
import subprocess
import sys
import tempfile
import time

build = os.path.realpath(os.environ.get("BUILD", "build"))
sys.path.insert(0, build + "/python")
import starport  # noqa: E402

TURNS, RUNS = 15, 500


class InTurn:
    """the least that a decision can be"""

    def __init__(self):
        self.last = 0

    def next(self, view):
        self.last = self.last % 10 + 1
        return self.last


class Cheapest:
    """min_c over the views of ten workers"""

    def next(self, view):
        now, best, least = view.now, 0, float("inf")
        for worker in view.workers:
            if worker.room_at <= now and worker.c < least:
                best, least = worker.number, worker.c
        return best or "wait"


def seconds(call, clock=time.process_time):
    """Processor time of this process, which other work on the machine changes little; or of another clock."""
    begin = clock()
    call()
    return clock() - begin


star = starport.Star(c=range(1, 11), w=range(10, 20), tasks=100)
c, python = [], []
for _ in range(TURNS):
    c.append(float(subprocess.check_output([build + "/tests/bench/star_run", star.text, "min_c", str(RUNS)])))
    python.append(1e6 / RUNS * seconds(lambda: [starport.run(star, "min_c") for _ in range(RUNS)]))
print("python_run %.1f us, in C %.1f us, beyond C %.1f us" % (min(python), min(c), min(python) - min(c)))

bag = starport.Star(c=range(1, 11), w=range(10, 20), tasks=100000)
for heuristic in (InTurn, Cheapest):
    least = min(seconds(lambda: starport.run(bag, heuristic, events=False)) for _ in range(5))
    print("python_next_%s %.0f decisions/s" % (heuristic.__name__.lower(), 1e5 / least))

with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/many.ini", "w") as f:
        f.write("id = many\nproblem = bag\nseed = 1\ncount = 5000\n[platform]\nworkers = 10\n[workload]\ntasks = 100\n"
                "[run]\nmethods = min_c, mct\nengine = native\n")
    words = [build + "/starport", "campaign", "many.ini", "-j2"]
    campaign = seconds(lambda: subprocess.run(words, cwd=folder, check=True, stdout=subprocess.DEVNULL),
                       time.perf_counter)
stars = starport.Star.random_many("het-het", 5000, workers=10, seed=1, tasks=100)
many = min(seconds(lambda: starport.run_many(stars, ["min_c", "mct"], jobs=2), time.perf_counter) for _ in range(3))
print("python_run_many %.2f s for 10000 runs, as a campaign %.2f s: %.1f times as fast"
      % (many, campaign, campaign / many))
