# Makes an SVG of what a terminal shows: text with the escape sequences for bold and colours. Its own
# colours follow the reader's light or dark scheme. -v title=TEXT says what it is, -v COLUMNS=N how wide.
BEGIN {
  COLUMNS = COLUMNS ? COLUMNS : 100
  WIDTH = 8.0 # of a character
  HEIGHT = 18 # of a line
  MARGIN = 16
}

function escaped(text) {
  gsub(/&/, "\\&amp;", text)
  gsub(/</, "\\&lt;", text)
  gsub(/>/, "\\&gt;", text)
  gsub(/\001/, "…", text)
  return text
}

# Takes over what one escape sequence says.
function style(codes, i, n, parts) {
  n = split(codes, parts, ";")
  if (n == 0) { bold = ""; colour = "" }
  for (i = 1; i <= n; i++) {
    if (parts[i] + 0 == 0) { bold = ""; colour = "" }
    else if (parts[i] + 0 == 1) bold = "b"
    else if (parts[i] + 0 >= 31 && parts[i] + 0 <= 36) colour = "c" parts[i]
    else if (parts[i] + 0 == 39) colour = ""
  }
}

# Text in the style of now, broken where the terminal is full.
function put(text, room, class) {
  while (text != "") {
    room = COLUMNS - column
    if (room == 0) { newline(); room = COLUMNS }
    class = bold (bold != "" && colour != "" ? " " : "") colour
    if (class != "") row = row "<tspan class=\"" class "\">"
    row = row escaped(substr(text, 1, room)) (class != "" ? "</tspan>" : "")
    column += length(text) < room ? length(text) : room
    text = substr(text, room + 1)
  }
}

function newline() {
  rows[++count] = row
  row = ""
  column = 0
}

{
  gsub(/\t/, "    ")
  gsub(/…/, "\001") # which some awks take for three characters
  rest = $0
  while (match(rest, /\033\[[0-9;]*m/)) {
    put(substr(rest, 1, RSTART - 1))
    style(substr(rest, RSTART + 2, RLENGTH - 3))
    rest = substr(rest, RSTART + RLENGTH)
  }
  put(rest)
  newline()
}

END {
  width = COLUMNS * WIDTH + 2 * MARGIN
  height = count * HEIGHT + 2 * MARGIN
  printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" ", width, height
  printf "width=\"%d\" height=\"%d\" role=\"img\">\n", width, height
  print "<title>" escaped(title) "</title>"
  print "<style>"
  print "rect { fill: #f6f8fa; stroke: #d1d9e0 }"
  print "text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;"
  print "  fill: #1f2328; white-space: pre }"
  print ".b { font-weight: bold }"
  print ".c31 { fill: #c5221f } .c32 { fill: #116329 } .c33 { fill: #7d4e00 }"
  print ".c34 { fill: #0550ae } .c35 { fill: #8250df } .c36 { fill: #0a6b7c }"
  print "@media (prefers-color-scheme: dark) {"
  print "  rect { fill: #0d1117; stroke: #3d444d }"
  print "  text { fill: #e6edf3 }"
  print "  .c31 { fill: #ff7b72 } .c32 { fill: #56d364 } .c33 { fill: #e3b341 }"
  print "  .c34 { fill: #79c0ff } .c35 { fill: #d2a8ff } .c36 { fill: #56d4dd }"
  print "}"
  print "</style>"
  printf "<rect x=\"0.5\" y=\"0.5\" width=\"%d\" height=\"%d\" rx=\"8\"/>\n", width - 1, height - 1
  for (i = 1; i <= count; i++) {
    if (rows[i] == "") continue
    printf "<text x=\"%d\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", MARGIN,
      MARGIN + i * HEIGHT - 5, rows[i]
  }
  print "</svg>"
}
