# SPDX-License-Identifier: BSD-3-Clause
# headers.awk: functions and structs of a header without documentation, and functions of which it is not said whether
# they are collective - in their own words or, for all of them, in those of the header.
FNR == 1 { says = 0; comment = ""; open = 0 }
/^\/\*\*/ { comment = $0; open = !/\*\//; if (!open) next }
open { if (!/^\/\*\*/) comment = comment "\n" $0; if (/\*\//) open = 0; if (comment ~ /@file/ && comment ~ /one of these is collective/) says = 1; next }
/^(typedef (struct|enum)|struct|enum|extern).*[{;]$/ && !/^extern "C"/ && !/^typedef struct hol_[a-z_]+ hol_[a-z_]+;$/ {
  if (comment == "" && !/^#/) printf "%s:%d: nothing is said of: %s\n", FILENAME, FNR, $0
}
/^[A-Za-z].*[ *]hol_[a-z_]+\(/ && !/^typedef/ {
  match($0, /hol_[a-z_]+\(/)
  name = substr($0, RSTART, RLENGTH - 1)
  count++
  if (comment == "") printf "%s:%d: nothing is said of %s\n", FILENAME, FNR, name
  else if (!says && comment !~ /ollective/ && comment !~ /Rank 0 only/) printf "%s:%d: is %s collective?\n", FILENAME, FNR, name
}
!/^[ \t]/ || /^$/ { comment = "" }
END { print count + 0, "functions" }
