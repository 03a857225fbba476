"""Heuristics in Python: the same contract, the same runs as in C, and what is wrong becomes a reason."""
import os
import signal
import threading
import time
import traceback
import unittest

import random_stars
import starport

BAG = starport.Star(c=[1, 2], w=[3, 4], tasks=20)


class MinC:
    """min_c of RR-5196: the cheapest link among the workers that have a free place, or that have it first."""

    def start(self, star):
        self.cost = [c + s for c, s in zip(star.c, star.latency)]

    def next(self, view):
        date = max(view.now, min(w.room_at for w in view.workers))
        return min((self.cost[w.number - 1], w.number) for w in view.workers if w.room_at <= date)[1]


class RoundRobin:
    def __init__(self):
        self.last = 0

    def next(self, view):
        self.last = self.last % len(view.workers) + 1
        return self.last


class HeavyToFirst:
    """tasks of weight above 1 to the first worker, others to the second"""
    problems = ("bag",)

    def __init__(self):
        self.weights = []

    def next(self, view):
        self.weights.append(view.weight)
        return 1 if view.weight > 1 else 2


class Answers:
    def __init__(self, answer):
        self.answer = answer

    def next(self, view):
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


class Heuristics(unittest.TestCase):
    def test_same_decisions_as_in_c(self):
        compared = 0
        for seed in range(300):
            star = starport.Star(**random_stars.keys_of_star(random_stars.chance_of(seed)))
            if star.problem == "bag" and star.total < float("inf"):
                ours, theirs = starport.run(star, MinC, "min_c", noise_link=0.2, seed=seed)
                self.assertEqual((ours.status, ours.bits_hash, ours.makespan),
                                 (theirs.status, theirs.bits_hash, theirs.makespan))
                compared += 1
        self.assertGreater(compared, 40)

    def test_plans(self):
        plan = starport.plan(BAG, "mct")
        runs = starport.run(BAG, "mct", plan, lambda star: plan, lambda star: iter(plan.transfers),
                            [(0, t.to) for t in plan])
        self.assertEqual(len({run.makespan for run in runs}), 1)
        self.assertEqual(runs[1].planned, plan.planned)
        relay = starport.Star(c=[1, 1, 1], w=[9, 9, 1], load=[2, 0, 0])
        run = starport.run(relay, lambda star: [(1, 2, 1), (2, 3, 1, 1)])[0]
        self.assertEqual((run.status, run.messages, run.transfers[1].after), ("ok", 2, 1))

    def test_state_of_each_run(self):
        self.assertEqual(len({starport.run(BAG, RoundRobin)[0].bits_hash for _ in range(3)}), 1)

    def test_answers(self):
        for answer, status, words in [
                (7, "failed", "Answers chose worker 7 of 2"), (0, "failed", "Answers chose worker 0 of 2"),
                (-1, "failed", "Answers chose worker -1 of 2"), (10**30, "failed", "Answers chose worker -1 of 2"),
                ((1, 2), "failed", "Answers sends 2 units in a message"),
                ((1, float("nan")), "failed", "Answers sends nan units in a message"),
                ("wait", "failed", "stuck at date 0"), (("wait", 5), "failed", "stuck at date 0"),
                ("done", "failed", "stuck at date 0"), (None, "crashed", "TypeError: next() returned None, expected"),
                (True, "crashed", "TypeError: next() returned True"),
                (1.0, "crashed", "TypeError: next() returned 1.0"),
                ("x", "crashed", "TypeError"), ((1,), "crashed", "TypeError"), ((1, "2"), "crashed", "TypeError"),
                ((1, 2, 3), "crashed", "TypeError"), ([1, 1], "crashed", "TypeError"),
                (ZeroDivisionError("division by zero"), "crashed", "ZeroDivisionError: division by zero"),
                (starport.Refused("not this star"), "failed", "Answers answers with the unknown verb"),
                (SystemExit(3), "crashed", "SystemExit: 3"), (RecursionError(), "crashed", "RecursionError")]:
            run = starport.run(BAG, Answers(answer))[0]
            with self.subTest(answer=answer):
                self.assertEqual((run.status, run.makespan, run.events), (status, None, []))
                self.assertTrue(run.reason.startswith(words), run.reason)

    def test_messages_without_end(self):
        """Of a heuristic that sends a task back to the worker that it came from."""
        run = starport.run(starport.Star("c=1,8 w=1,1 load=3,0"), Answers(1), noise_link=0.1)[0]
        self.assertEqual((run.status, run.reason),
                         ("failed", "Answers has engaged 300 messages of 3 units, and would engage more"))

    def test_wrong_plans(self):
        for plan, status, words in [
                (3, "crashed", "TypeError: plan() returned 3"), (None, "crashed", "TypeError: plan() returned None"),
                ([3], "crashed", "TypeError: 3 in a plan"), ([("a", 1)], "crashed", "TypeError"),
                ([(0, 1.5)], "crashed", "TypeError"), ([(0, 10**30)], "crashed", "OverflowError"),
                ([()], "crashed", "TypeError"),
                ([(0, 1, 1, 1, 1, 1, 1, 1)], "crashed", "TypeError"), ("ab", "crashed", "TypeError"),
                ([(0, 9)], "refused", "named: transfer 1: to is 9"), ([(0, 1, 7)], "failed", "the plan leaves 13 of 20"),
                ([(0, 1, 0.5)], "refused", "named: transfer 1: "),
                ([(0, 1, float("nan"))], "refused", "named: transfer 1: "),
                ([(0, 1, 1, 5)], "refused", "named: transfer 1: "), ([], "failed", "the plan leaves 20 of 20")]:
            def named(star, plan=plan):
                return plan
            run = starport.run(BAG, named)[0]
            with self.subTest(plan=plan):
                self.assertEqual(run.status, status, run.reason)
                self.assertTrue(run.reason.startswith(words), run.reason)

    def test_exceptions(self):
        def divides(star):
            return 1 / 0

        def refuses(star):
            raise starport.Refused("links must be equal")

        run = starport.run(BAG, divides, "min_c")
        self.assertEqual((run[0].status, run[0].reason, run[1].status),
                         ("crashed", "ZeroDivisionError: division by zero", "ok"))
        self.assertEqual(traceback.extract_tb(run[0].error.__traceback__)[-1].name, "divides")
        with self.assertRaises(ZeroDivisionError):
            starport.plan(BAG, divides)
        self.assertEqual([starport.run(BAG, refuses)[0].status, starport.run(BAG, refuses)[0].reason],
                         ["refused", "links must be equal"])
        with self.assertRaises(starport.Refused):
            starport.plan(BAG, refuses)

    def test_loop(self):
        def loops(star):
            while True:
                pass
        begin = time.monotonic()
        run = starport.run(BAG, loops, "min_c", seconds=0.5)
        self.assertEqual([(r.status, r.reason) for r in run], [("timeout", "stopped after 0.5 s"), ("ok", None)])
        self.assertLess(time.monotonic() - begin, 30)

    def test_interrupt(self):
        def waits(star):
            time.sleep(30)
            return []
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
        for seconds in (None, 60):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            with self.assertRaises(KeyboardInterrupt):
                starport.run(BAG, waits, seconds=seconds)
            timer.join()

    def test_interrupt_of_c(self):
        """Ctrl-C does not wait for a heuristic in C, which ends at its next step, and the process goes on as before."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        star = starport.Star(c=[1, 2, 3], w=[30, 20, 40], tasks=19000000)  # some ten seconds
        moved = starport.Star(c=[1, 2, 3, 4], w=[30, 20, 40, 50], load=[9500000, 0, 9500000, 0])  # likewise
        endless = starport.Star(c=[1, 2, 3], w=[30, 20, 40], tasks=1000000000)  # some minutes
        before = starport.run(BAG, "mct")[0].bits_hash
        threads = len(os.listdir("/proc/self/task"))  # one of them has made that call, and waits for another
        for call in (lambda: starport.run(endless, "mct", events=False), lambda: starport.plan(star, "mct"),
                     lambda: starport.plan(moved, "fwd"), lambda: starport.plan(star, "min_c-deadline")):
            timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
            timer.start()
            begin = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                call()
            self.assertLess(time.monotonic() - begin, 4)  # 0.35 if nothing else runs
            timer.join()
            self.assertEqual(starport.run(BAG, "mct")[0].bits_hash, before)

        def handler(*_):
            inside.append(starport.run(BAG, "mct")[0].bits_hash)
        inside = []
        signal.signal(signal.SIGALRM, handler)  # which does not raise
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        run = starport.run(starport.Star(c=[1, 2, 3], w=[30, 20, 40], tasks=400000), "mct")[0]
        self.assertEqual((run.status, inside), ("ok", [before]))
        begin = time.monotonic()
        while len(os.listdir("/proc/self/task")) > threads + 1 and time.monotonic() < begin + 60:
            time.sleep(0.1)
        self.assertLessEqual(len(os.listdir("/proc/self/task")), threads + 1)  # the handler's; those left have ended
        used = time.process_time()
        time.sleep(0.5)
        self.assertLess(time.process_time() - used, 0.2)  # and none computes

    def test_process_that_dies(self):
        def dies(star):
            import ctypes
            ctypes.string_at(0)
        why = "killed by signal 11 (Segmentation fault)"
        self.assertEqual(starport.run(BAG, dies, seconds=20)[0].reason, why)
        for jobs, seconds in ((2, None), (1, 20)):
            many = starport.run_many([BAG] * 3, ["mct", dies, "min_c"], jobs=jobs, seconds=seconds)
            self.assertEqual([[r.reason for r in runs] for runs in many], [[None, why, None]] * 3)
            self.assertEqual([[r.status for r in runs] for runs in many], [["ok", "crashed", "ok"]] * 3)

    def test_many(self):
        stars = [starport.Star(c=[1, k], w=[3, 4], tasks=20) for k in range(1, 12)]
        names = ["min_c", "mct", MinC, "bba"]
        one = starport.run_many(stars, names)
        three = starport.run_many(stars, names, jobs=3)
        self.assertEqual([r.records() for r in one], [r.records() for r in three])
        self.assertEqual([r.records() for r in one], [starport.run(s, *names).records() for s in stars])
        self.assertEqual([r.records() for r in one],
                         [r.records() for r in starport.run_many(stars, names, jobs=2, seconds=60)])
        loud = starport.run_many([stars[0]] * 3, names, jobs=2, noise_cpu=0.5, seed=2)
        self.assertEqual([r.records() for r in loud],
                         [starport.run(stars[0], *names, noise_cpu=0.5, seed=2, platform=k).records() for k in range(3)])
        self.assertEqual(len({r[0].makespan for r in loud}), 3)
        self.assertEqual(starport.run_many([], names, jobs=2), [])
        self.assertEqual([r.records() for r in starport.run_many(stars[:2], [])], [[], []])

    def test_weight_of_the_next_task(self):
        rule = HeavyToFirst()
        star = starport.Star("c=1 w=2,4 release=0,0,3,3 weights=5,1,1,7")
        run = starport.run(star, rule)[0]
        self.assertEqual([m.to for m in run.transfers], [1, 2, 2, 1])
        self.assertEqual((run.max_weighted_flow, run.sum_weighted_flow), (7 * 4, 5 * 3 + 6 + 7 + 7 * 4))
        rule = HeavyToFirst()  # what is lost at 2 is sent again before what has not been sent
        starport.run(starport.Star("c=1 w=2,4 release=0,0,3 weights=5,1,7 profile=host1:2*0,3*1"), rule)
        self.assertEqual(rule.weights, [5, 1, 5, 7])

    def test_many_with_a_limit(self):
        class Slow:
            def next(self, view):
                while view.workers[1].c == 4:
                    pass
                return 1
        stars = [starport.Star(c=[1, k], w=[3, 4], tasks=20) for k in (3, 4, 5, 4)]
        for jobs in (1, 2):
            rows = [[r.status for r in runs] for runs in starport.run_many(stars, [Slow, "mct"], jobs, seconds=0.5)]
            self.assertEqual(rows, [["ok", "ok"], ["timeout", "ok"]] * 2)
        for wrong in (0, -1, float("nan")):
            with self.assertRaises(starport.Error):
                starport.run_many(stars, ["mct"], seconds=wrong)
        with self.assertRaises(starport.Error):  # what a call raises, is raised
            starport.run_many(stars, ["mct", "mni"], jobs=2)

    def test_progress_of_another_thread(self):
        """A long call lets Python go on in another thread, whichever of the two is the main thread."""
        def long_call():
            starport.run(starport.Star(c=[1, 2, 3], w=[30, 20, 40], tasks=300000), "mct", events=False)

        def count():
            while not done:
                dates.append(time.monotonic())
                time.sleep(0.001)
        for caller, other in ((long_call, count), (count, long_call)):
            dates, done = [], []

            def in_thread(function=other):
                function()
                done.append(function)
            thread = threading.Thread(target=in_thread)
            thread.start()
            begin = time.monotonic()
            caller()
            end = time.monotonic()
            done.append(caller)
            thread.join()
            self.assertGreater(sum(begin < date < end for date in dates), 20)

    def test_threads(self):
        """Several threads may run at once."""
        star = starport.Star(c=[1, 2, 3], w=[30, 20, 40], tasks=20000)
        expected = starport.run(star, "mct", events=False)[0].bits_hash
        found = []
        threads = [threading.Thread(target=lambda: found.append(starport.run(star, "mct", events=False)[0].bits_hash))
                   for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found, [expected] * 4)
