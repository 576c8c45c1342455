# The cost-complexity table of rpart with given folds, and its tree pruned at a price: lines of figures.
# Rscript rpart_path.R FILE TARGET METHOD FOLDS
library(rpart)
args <- commandArgs(trailingOnly = TRUE)
table <- read.csv(args[1], stringsAsFactors = TRUE, na.strings = "", check.names = FALSE)
if (args[3] == "class") table[[args[2]]] <- factor(table[[args[2]]])
folds <- read.csv(args[4])$fold
formula <- as.formula(paste0("`", args[2], "` ~ ."))
tree <- rpart(formula, table, method = args[3], control = rpart.control(xval = folds))
for (row in seq_len(nrow(tree$cptable)))
  cat(formatC(tree$cptable[row, ], digits = 17, format = "g"), "\n")
middle <- tree$cptable[max(1, nrow(tree$cptable) %/% 2), 1] * 1.0001
small <- prune(tree, cp = middle)
cat("pruned", formatC(middle, digits = 17, format = "g"), sum(small$frame$var == "<leaf>"), "\n")
kept <- as.integer(rownames(small$frame))
cat("leaves", formatC(sort(small$frame$n[small$frame$var == "<leaf>"]), digits = 17, format = "g"), "\n")
