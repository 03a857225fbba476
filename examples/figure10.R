# Figure 10 of RR-5196 from a database of `starport campaign rr5196-fig10`, with base R: throughput relative to the steady
# state by number of tasks, a line a heuristic.
#
#   Rscript examples/figure10.R DATABASE PICTURE.pdf
source(file.path(Sys.getenv("STARPORT_DATA", "."), "R/starport.R"))
given <- commandArgs(trailingOnly = TRUE)
cells <- starport_cells(given[1])
cells <- cells[cells$variant == "" & cells$quantity == "mean(done/makespan/rho)" & cells$role == "declared", ]
y <- tapply(cells$value, list(as.numeric(cells$tasks), cells$method), mean)
tasks <- as.numeric(rownames(y))
grDevices::pdf(given[2], width = 7, height = 5)
matplot(tasks, y, log = "x", type = "b", pch = 1:ncol(y), lty = 1, col = 1:ncol(y), ylim = c(0, 1),
        xlab = "tasks", ylab = "throughput / that of the steady state", main = "RR-5196, Figure 10")
legend("bottomright", colnames(y), col = 1:ncol(y), pch = 1:ncol(y), lty = 1)
invisible(grDevices::dev.off())
print(round(y, 4))
