"""What DLT Studio's programme says of results, and what its rules allow: one worker, C = A = 1, V = 10, beta = 1/2.

The worker computes nothing while it receives; results come in the order of the messages, after all of them. In the
programme chunk k, a_k, is computed at t_k + a_k + (y_k + a_k), y_k being what the worker still holds at the start t_k of
message k: as if it received no message after it."""
from fractions import Fraction
from itertools import accumulate

V, BETA = Fraction(10), Fraction(1, 2)


def collected(chunks, sent, computed):
    """The date of the last result."""
    date = sent
    for a, ready in zip(chunks, computed):
        date = max(date, ready) + BETA * a
    return date


def programme(chunks):
    """All messages back to back: then the worker holds all that it has received."""
    return collected(chunks, V, [2 * a for a in accumulate(chunks)])


def executed(chunks, starts):
    """Message k starts at starts[k]; between messages the worker computes what it has."""
    date, held, done = Fraction(0), Fraction(0), Fraction(0)
    ends, computed = list(accumulate(chunks)), []
    for k, a in enumerate(chunks + [None]):
        until = starts[k] if a is not None else date + held
        step = min(held, until - date)
        computed += [date + end - done for end in ends if done < end <= done + step]
        held, done = held - step, done + step
        if a is not None:
            date, held = until + a, held + a
    return collected(chunks, starts[-1] + chunks[-1], computed)


def back_to_back(chunks):
    return executed(chunks, [Fraction(0)] + list(accumulate(chunks))[:-1])


def falling(n, ratio):
    """Each chunk `ratio` times the next."""
    last = V * (ratio - 1) / (ratio ** n - 1)
    return [last * ratio ** k for k in reversed(range(n))]


THIRDS = [Fraction(k, 3) for k in range(1, 61)]
splits = [[a, V - a] for a in THIRDS if a < V]
print("two messages: programme", programme(falling(2, 4)), "executed at best",
      min(executed(s, [Fraction(0), at]) for s in splits for at in THIRDS if at >= s[0]))
print("five messages: programme", programme(falling(5, 4)), "these chunks executed", back_to_back(falling(5, 4)),
      "executed at best", back_to_back(falling(5, 2)))
