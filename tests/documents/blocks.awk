# SPDX-License-Identifier: BSD-3-Clause
# awk -v folder=F -f blocks.awk DOCUMENT: the fenced blocks of a document, `console` to F/LINE.console, `yaml` to the
# file that their first line names, `# NAME.yaml`; these names go to F/names.
/^ *```/ && !language {
  language = $0
  sub(/^ *```/, "", language)
  language = language == "" ? "text" : language
  start = FNR
  file = language == "console" ? folder "/" FNR ".console" : ""
  next
}
/^ *```$/ && language {
  if (language == "yaml" && file == "") {
    print FILENAME ":" start ": a block of yaml begins with `# NAME.yaml`" > "/dev/stderr"
    bad = 1
  }
  if (file != "") {
    close(file)
  }
  language = ""
  next
}
language == "yaml" && FNR == start + 1 && /^# [A-Za-z0-9_-]+\.yaml/ {
  file = folder "/" $2
  sub(/:$/, "", file)
  print $2 >> (folder "/names")
}
language && file != "" { print > file }
END {
  if (language) {
    print FILENAME ":" start ": a block without an end" > "/dev/stderr"
    bad = 1
  }
  exit bad
}
