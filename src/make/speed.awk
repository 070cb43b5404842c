# Makes a bar chart of target/bench/bench.json, which `make bench` writes: the median seconds of each
# tool in each case. It follows the reader's light or dark scheme.
BEGIN {
  split("1 unchanged|1000 created|1000 unchanged|1000 few|1000 half|1000 diff", CASES, "|")
  split("1 object, unchanged|1,000 objects, created|1,000, unchanged|1,000, 5 % changed|" \
    "1,000, half changed|diff of 1,000, half changed", LABELS, "|")
  split("japply|kubectl|helm", TOOLS, "|")
  split("japply|kubectl|Helm", NAMES, "|")
  LEFT = 190
  BARS = 500
  RIGHT = 70
  BAR = 14
  GAP = 14
  RS = "}"
}

function text(key, found) {
  if (!match($0, "\"" key "\":\"[^\"]*\"")) return ""
  found = substr($0, RSTART, RLENGTH)
  gsub("^\"" key "\":\"|\"$", "", found)
  return found
}

# Timed runs have a time, counted ones none.
match($0, /"wallMicros":[0-9]+/) {
  time = substr($0, RSTART + 13, RLENGTH - 13)
  id = text("case") "|" text("tool")
  times[id, ++runs[id]] = time / 1e6
}

function median(id, n, i, j, t, sorted) {
  n = runs[id]
  for (i = 1; i <= n; i++) sorted[i] = times[id, i]
  for (i = 2; i <= n; i++)
    for (j = i; j > 1 && sorted[j - 1] > sorted[j]; j--) {
      t = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = t
    }
  return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}

function seconds(time) {
  return sprintf(time < 10 ? "%.2f s" : "%.1f s", time)
}

function bar(tool, time, length_) {
  length_ = time / longest * BARS
  if (length_ < 1) length_ = 1
  body = body sprintf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>\n",
    TOOLS[tool], LEFT, y, length_, BAR - 2)
  body = body sprintf("<text x=\"%.1f\" y=\"%d\">%s</text>\n", LEFT + length_ + 6, y + BAR - 4,
    seconds(time))
  y += BAR
}

END {
  for (c = 1; c in CASES; c++)
    for (t = 1; t in TOOLS; t++)
      if (runs[CASES[c] "|" TOOLS[t]] && (m = median(CASES[c] "|" TOOLS[t])) > longest) longest = m
  if (!longest) { print "speed.awk: no times" > "/dev/stderr"; exit 1 }
  y = 46
  for (c = 1; c in CASES; c++) {
    if (!runs[CASES[c] "|japply"]) continue
    body = body sprintf("<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>\n", LEFT - 10,
      y + BAR + 8, LABELS[c])
    for (t = 1; t in TOOLS; t++)
      if (runs[CASES[c] "|" TOOLS[t]]) bar(t, median(CASES[c] "|" TOOLS[t]))
    y += GAP
  }
  width = LEFT + BARS + RIGHT
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", width, y
  printf "width=\"%d\" height=\"%d\" role=\"img\">\n", width, y
  print "<title>Median seconds of japply, kubectl and Helm</title>"
  print "<style>"
  print ".back { fill: #ffffff; stroke: #d1d9e0 }"
  print "text { font: 12px system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; fill: #1f2328 }"
  print ".label { text-anchor: end }"
  print ".japply { fill: #0969da } .kubectl { fill: #8c959f } .helm { fill: #bf8700 }"
  print "@media (prefers-color-scheme: dark) {"
  print "  .back { fill: #0d1117; stroke: #3d444d }"
  print "  text { fill: #e6edf3 }"
  print "  .japply { fill: #58a6ff } .kubectl { fill: #768390 } .helm { fill: #d29922 }"
  print "}"
  print "</style>"
  printf "<rect class=\"back\" x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width - 1, y - 1
  for (t = 1; t in TOOLS; t++) {
    printf "<rect class=\"%s\" x=\"%d\" y=\"16\" width=\"12\" height=\"12\"/>\n", TOOLS[t], LEFT + (t - 1) * 90
    printf "<text x=\"%d\" y=\"26\">%s</text>\n", LEFT + (t - 1) * 90 + 18, NAMES[t]
  }
  printf "<text class=\"label\" x=\"%d\" y=\"26\">seconds, medians of one run</text>\n", width - 16
  printf "%s", body
  print "</svg>"
}
