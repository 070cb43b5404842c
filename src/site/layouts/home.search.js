{{- /* The text of each chapter of each page, without its markup. */ -}}
{{- $entries := slice -}}
{{- range where site.Pages "File" "!=" nil -}}
  {{- $page := . -}}
  {{- $title := partial "title.html" . -}}
  {{- $shelf := 9 -}}
  {{- range $i, $each := partialCached "shelves.html" . -}}
    {{- if and (in (apply $each.pages "index" "." "page") $page) (ne $page.File.Path "CHANGELOG.md") }}{{ $shelf = $i }}{{ end -}}
  {{- end -}}
  {{- range $i, $part := split (printf "\n%s" .RawContent) "\n## " -}}
    {{- $heading := "" -}}{{- $address := $page.RelPermalink -}}
    {{- if gt $i 0 -}}
      {{- $heading = replace (index (split $part "\n") 0) "`" "" -}}
      {{- $address = printf "%s#%s" $address (anchorize $heading) -}}
    {{- end -}}
    {{- $text := replaceRE `\]\([^)\s]*\)` `` $part -}}
    {{- $text = replaceRE "(?m)^[|: -]+$|^ *```.*$|<[^>\\s][^>]*>|[`|\\[*]|^#+ " ` ` $text -}}
    {{- $text = replaceRE `\s+` ` ` $text -}}
    {{- $entries = $entries | append (dict "s" $shelf "t" $title "h" $heading "a" (strings.TrimPrefix "/" $address) "x" $text) -}}
  {{- end -}}
{{- end -}}
window.searchIndex = {{ $entries | jsonify }};
