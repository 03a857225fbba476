# The makespan of heuristics on a star, from R. examples/makespan.c and .py print the same.
#
#   Rscript examples/makespan.R [STAR [HEURISTIC..]]
source(file.path(Sys.getenv("STARPORT_DATA", "."), "R/starport.R"))
given <- commandArgs(trailingOnly = TRUE)
star <- if (length(given) > 0) given[1] else "c=.1,.2,.3,.1 w=.3,.7,1.1,.9 load=8,1,1,0"
names <- if (length(given) > 1) given[-1] else c("bba", "mbbsa", "r-bsa")
runs <- starport_run(star, names)
cat(sprintf("%-10s %s\n", names, ifelse(runs$status == "ok", sprintf("makespan %.17g", runs$makespan),
                                        paste0(runs$status, ": ", runs$reason))), sep = "")
