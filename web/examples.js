// Examples of the papers, each with a sentence on what it shows. docs/reproducing.md has their values.
const examples = [
  { paper: "RR-6005: redistribution", name: "figure 2: two plans that come late",
    star: "c=1,8,1,1 w=1,1,9,10 load=13,13,0,0", methods: "bba,mbbsa,r-bsa,portfolio",
    lesson: "MBBSA and R-BSA assume that every task reaches the master as early as one of the first sender. Here P2 " +
      "sends, too, and its link takes 8: they plan 12 and execute 19, worse than the 13 of moving nothing. BBA moves " +
      "one task and stays at 13; the portfolio reaches the optimum, 12. Drag c of P2 from 8 to 1: MBBSA and R-BSA " +
      "then execute what they plan, 12." },
  { paper: "RR-6005: redistribution", name: "section 4.2: the trace of the report",
    star: "c=2,2,2,2 w=3,3,4,4 load=8,1,1,0", methods: "bba,mbbsa,r-bsa",
    lesson: "On links that are alike MBBSA and R-BSA are optimal (13); BBA balances greedily and ends at 14." },
  { paper: "RR-6005: redistribution", name: "figure 4: the order of receivers",
    star: "c=2,5,1,3 w=1/1000000000 delta=3,1,-2,-2", methods: "sorted,sorted:receivers=ascending",
    lesson: "The imbalances are given, only the order is free: receivers by falling c end at 12, by rising c at 14." },
  { paper: "RR-5196: bounded buffers", name: "figure 8: a fast and a slow worker",
    star: "c=1,10 w=2,20 buffer=1 tasks=20", methods: "min_c,min_w,mct,1d,star-bounded-buffer",
    lesson: "One place a worker. While the master serves the slow link, the fast worker starves. MCT sees the finish " +
      "dates and reaches the optimum, 60; min_c sends wherever there is room and ends at 91." },
  { paper: "RR-5196: bounded buffers", name: "figure 8 without memory limits",
    star: "c=1,10 w=2,20 tasks=20", methods: "min_c,mct,star-unbounded-buffer",
    lesson: "The same star with buffers without limit: tasks are sent ahead, and 20 tasks take 40." },
  { paper: "RR-5196: bounded buffers", name: "Theorem 1: a hard instance",
    star: "c=3,3,4,10 w=20,20,20,10 buffer=1 tasks=5", methods: "min_c,mct,1d,beam",
    lesson: "Theorem 1 turns 3-partition into such stars. The optimum is 40; a heuristic must find the order of " +
      "links that leaves no gap." },
  { paper: "RR-6096: divisible load", name: "figure 1: the most by a date",
    star: "c=10,1 w=1 latency=1,2 deadline=19", methods: "fixed:sequence=2-1-2-1-2,fixed:sequence=2-2-2-1,bb-light:depth=unbounded",
    lesson: "Load without end and a deadline: three chunks to P2, then one to P1, compute 249/22 units, more than " +
      "any other sequence." },
  { paper: "RR-6096: divisible load", name: "one round or many",
    star: "c=2,3,4,6 w=10,12,14,20 latency=1 work=120", methods: "communication-first,periodic,umr,ga,sa",
    lesson: "Several rounds let workers begin early, but each message costs its latency. Raise the latency: which " +
      "heuristics send fewer messages?" },
];

const graph_examples = [
  { kind: "steady", text: "w=1,3,4,6 edges=1-2:2,1-3:1,3-4:3,2-4:3",
    lesson: "Banino et al., figure 2: every processor computes all the time, 21 tasks in a period of 12." },
  { kind: "steady", text: "w=3,2,1,1 edges=1-2:2,1-3:3,1-4:5",
    lesson: "Proposition 1: one child takes all of the port; the faster ones behind slower links get nothing." },
  { kind: "chain", text: "w=1,1,1,1/2,1/2 z=1,1,1/2,1/2 r=.2,.2,.1,.1 tcp=2 tcm=1",
    lesson: "Blazewicz and Drozdowski, example 1: the fifth processor is not usable." },
  { kind: "star", text: "w=2/5,3/2,2 z=.2,.4,.35 r=.23,.08,.12", lesson: "A star whose processors are served once, in the best order." },
  { kind: "tree", text: "w=.3,1,1.6,1.1,1,.5 parent=0,1,1,2,2,3 z=0,.2,.3,.1,.4,.1 r=0,.02,.02,.01,.01,0", lesson: "A tree: subtrees act as one processor." },
];
