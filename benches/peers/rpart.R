# Prints the tree of R's rpart in the lines that trees.py reads: Rscript rpart.R FILE TARGET METHOD [WITHOUT [ROWS]]
suppressMessages(library(rpart))
given <- commandArgs(trailingOnly = TRUE)
table <- read.csv(given[1], na.strings = "", stringsAsFactors = TRUE, check.names = FALSE)
if (length(given) > 3 && given[4] != "") table <- table[, !(names(table) %in% strsplit(given[4], ",")[[1]])]
target <- given[2]
if (given[3] == "class") table[[target]] <- factor(table[[target]])
fit <- rpart(as.formula(paste0("`", target, "` ~ .")), table, method = given[3], control = rpart.control(xval = 0))
frame <- fit$frame
number <- function(x) format(x, digits = 17, trim = TRUE)

# The two sides of a row of fit$splits: for each, sign, value, and whether it is rpart's left one.
sides <- function(row) {
  ncat <- fit$splits[row, "ncat"]
  cut <- fit$splits[row, "index"]
  if (ncat < 2) {
    low <- ncat == -1
    return(list(list("<=", number(cut), low), list(">", number(cut), !low)))
  }
  levels <- attr(fit, "xlevels")[[rownames(fit$splits)[row]]]
  way <- fit$csplit[cut, seq_along(levels)]
  set <- function(side) list(levels[way == side], side == 1)
  both <- list(set(1), set(3))
  if (min(which(way == 3)) < min(which(way == 1))) both <- rev(both)
  lapply(both, function(s) list(if (length(s[[1]]) == 1) "=" else "in", paste(s[[1]], collapse = "|"), s[[2]]))
}

leaf <- function(node) {
  row <- frame[as.character(node), ]
  if (given[3] == "class") paste(attr(fit, "ylevels")[row$yval], number(row$wt), number(row$dev))
  else paste(number(row$yval), number(row$wt))
}

starts <- cumsum(c(1, frame$ncompete + frame$nsurrogate + !(frame$var == "<leaf>")))
tell <- function(node, depth) {
  place <- match(node, as.integer(rownames(frame)))
  if (frame$var[place] == "<leaf>") return(invisible())
  name <- as.character(frame$var[place])
  first <- starts[place]
  split <- sides(first)
  zero_is_left <- split[[1]][[3]]
  if (frame$nsurrogate[place] > 0) for (row in first + frame$ncompete[place] + seq_len(frame$nsurrogate[place])) {
    for (side in sides(row)) {
      branch <- if (side[[3]] == zero_is_left) 0 else 1
      cat(depth, "\t~", rownames(fit$splits)[row], "\t", side[[1]], "\t", side[[2]], "\t", branch, " ",
          number(fit$splits[row, "improve"]), "\n", sep = "")
    }
  }
  for (side in split) {
    child <- 2 * node + if (side[[3]]) 0 else 1
    is_leaf <- frame[as.character(child), "var"] == "<leaf>"
    cat(depth, "\t", name, "\t", side[[1]], "\t", side[[2]], "\t", if (is_leaf) leaf(child), "\n", sep = "")
    tell(child, depth + 1)
  }
}
if (nrow(frame) == 1) cat("0\t\t\t\t", leaf(1), "\n", sep = "") else tell(1, 0)
