# starport from R: source("R/starport.R"). Runs and other commands of the program `starport` as data frames, by its
# JSON, and its databases of results. Needs jsonlite; databases also DBI and RSQLite (Debian: r-cran-jsonlite,
# r-cran-rsqlite). The program is that of STARPORT_PROGRAM, else that of the PATH.

# What the program prints for these arguments, as lines. Stops with the program's own line if it prints nothing.
starport_lines <- function(arguments) {
  program <- Sys.getenv("STARPORT_PROGRAM", unset = unname(Sys.which("starport")))
  if (!nzchar(program)) stop("no program `starport` in STARPORT_PROGRAM or in the PATH", call. = FALSE)
  errors <- tempfile()
  on.exit(unlink(errors))
  lines <- suppressWarnings(system2(program, shQuote(arguments), stdout = TRUE, stderr = errors))
  if (length(lines) == 0) {
    said <- readLines(errors, warn = FALSE)
    stop(sub("^starport( [a-z]+)?: ", "", said[length(said)]), call. = FALSE)
  }
  lines
}

# The document of a command with --json, as lists and data frames: starport_json("bound", "--star=c=1 w=2 tasks=3").
starport_json <- function(...) {
  jsonlite::fromJSON(paste(starport_lines(c(..., "--json")), collapse = "\n"))
}

# A star as text: numbers or vectors, as --star takes them; starport_star(c = c(1, 8), w = c(1, 1), load = c(13, 0)).
starport_star <- function(...) {
  word <- function(x) { # the fewest digits that read back as the number
    if (is.character(x)) return(x)
    words <- vapply(15:17, function(digits) tolower(format(x, digits = digits)), "")
    words[match(TRUE, as.numeric(words) == x, nomatch = 3)]
  }
  keys <- list(...)
  values <- vapply(keys, function(x) paste(vapply(x, word, ""), collapse = ","), "")
  paste(names(keys), values, sep = "=", collapse = " ")
}

# Runs heuristics on a star (a text of starport_star, or the paths of SimGrid's files): a row a run, with the columns of
# `run --json`, NA where a run has no value. options: further ones, "--noise=link:0.1".
starport_run <- function(star, heuristics, engine = "native", seed = 0, options = character()) {
  where <- if (length(star) == 1 && grepl("=", star)) paste0("--star=", star) else star
  found <- starport_json("run", where, "-H", paste(heuristics, collapse = ","), paste0("--engine=", engine),
                         paste0("--seed=", format(seed, scientific = FALSE)), options)$runs
  for (column in c("reason", "warning")) if (is.null(found[[column]])) found[[column]] <- NA_character_
  for (column in c("wasted", "resends", "max_flow", "sum_flow", "max_stretch", "max_queue",
                   "wasted_time", "imbalance", "spread", "port_share", "overhead_share", "speed_up", "efficiency",
                   "max_weighted_flow", "sum_weighted_flow"))
    if (is.null(found[[column]])) found[[column]] <- NA_real_
  texts <- c("heuristic", "engine", "status", "reason", "warning")
  for (column in setdiff(names(found), texts)) found[[column]] <- as.numeric(found[[column]])
  found
}

# What a database answers to a query, as a data frame.
starport_query <- function(database, query) {
  if (!file.exists(database)) stop(database, ": no such file", call. = FALSE)
  connection <- DBI::dbConnect(RSQLite::SQLite(), database, flags = RSQLite::SQLITE_RO)
  on.exit(DBI::dbDisconnect(connection))
  DBI::dbGetQuery(connection, query)
}

# The axes of a database's experiments that have labels (docs/experiments.md), by name: the labels in their order. The
# others have numbers.
starport_labels <- function(database) {
  found <- list()
  for (text in starport_query(database, "SELECT text FROM experiment ORDER BY id")$text) {
    lines <- strsplit(text, "\n", fixed = TRUE)[[1]]
    section <- cumsum(grepl("^\\s*\\[", lines))
    for (part in split(lines, section)) if (grepl("^\\s*\\[axis\\s", part[1])) {
      axis <- sub("^\\s*\\[axis\\s+([^]]*[^] ])\\s*\\].*", "\\1", part[1])
      labels <- trimws(sub(":.*", "", grep("^\\s*[^;:[:space:]]+\\s*:", part, value = TRUE)))
      found[[axis]] <- unique(c(found[[axis]], labels))
    }
  }
  Filter(function(labels) anyNA(suppressWarnings(as.numeric(labels))), found)
}

# The values of the axes with their types: ordered factors of labels, numbers.
starport_typed <- function(columns, labels) {
  for (axis in names(columns)) {
    values <- columns[[axis]]
    levels <- c(labels[[axis]], setdiff(values, c(labels[[axis]], "", NA)))
    columns[[axis]] <- if (is.null(labels[[axis]])) as.numeric(values) else factor(values, levels, ordered = TRUE)
  }
  columns
}

# The cells of a database of results: a row each, with a column for each axis, numbers or an ordered factor, and those of
# the view `results` (docs/analysis.md).
starport_runs <- function(database) {
  runs <- starport_query(database, "SELECT * FROM results")
  labels <- lapply(strsplit(runs$axes, " ", fixed = TRUE), function(words) {
    stats::setNames(sub("^[^=]*=", "", words), sub("=.*", "", words))
  })
  names <- unique(unlist(lapply(labels, names)))
  split <- lapply(stats::setNames(names, names), function(axis) vapply(labels, function(l) unname(l[axis]), ""))
  axes <- setdiff(names, "variant")
  split[axes] <- starport_typed(split[axes], starport_labels(database))
  cbind(as.data.frame(split, stringsAsFactors = FALSE), runs[setdiff(names(runs), "axes")])
}

# The tables and figures of a database beside the published values: the rows of `report --format=csv` (docs/results.md).
# The axes have types as in starport_runs.
starport_cells <- function(database) {
  lines <- starport_lines(c("report", database, "--format=csv"))
  labels <- starport_labels(database)
  head <- strsplit(lines[1], ",", fixed = TRUE)[[1]]
  texts <- intersect(head, names(labels))
  classes <- stats::setNames(rep("character", length(texts)), texts)
  cells <- utils::read.csv(text = lines, check.names = FALSE, colClasses = classes)
  cells[texts] <- starport_typed(cells[texts], labels)
  cells
}
