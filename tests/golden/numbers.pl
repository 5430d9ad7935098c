#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# numbers.pl record NAME <RESULT.json: the numbers of a result that state their error, one line `NAME PATH LOWER UPPER`
# each: brackets of frequencies and factors, discs of damped eigenvalues, ends of curves with their radius, largest
# values. numbers.pl compare RECORD <LINES: is every recorded number in the same bracket? Brackets of the same number
# overlap, and none is ten times as wide as the recorded one; exit status 1 and a line for each that differs.
use strict;
use warnings;
use JSON::PP;

sub is_number { defined $_[0] && !ref $_[0] && $_[0] =~ /^-?\d/ }

sub pair { ref $_[0] eq 'ARRAY' ? @{$_[0]} : ($_[0]) }

# The components of a real or complex value and their distance from the true ones.
sub value_lines {
  my ($path, $value, $radius) = @_;
  return unless is_number($radius);
  my $i = 0;
  for my $x (pair($value)) {
    printf "%s/%d %.17g %.17g\n", $path, $i++, $x - $radius, $x + $radius if is_number($x);
  }
}

sub visit {
  my ($path, $at) = @_;
  if (ref $at eq 'ARRAY') {
    visit("$path/$_", $at->[$_]) for 0 .. $#$at;
  } elsif (ref $at eq 'HASH') {
    printf "%s %.17g %.17g\n", $path, $at->{lower}, $at->{upper} 
      if is_number($at->{lower}) && is_number($at->{upper}) && $path !~ m{/energy$}; # where `lower` names a part
    value_lines("$path/centre", $at->{centre}, $at->{radius});
    value_lines("$path/largest", $at->{largest}, $at->{largest_radius});
    if (ref $at->{value} eq 'ARRAY' && ref $at->{radius} eq 'ARRAY') { # both ends of a curve: points between may move
      value_lines("$path/value/first", $at->{value}[0], $at->{radius}[0]);
      value_lines("$path/value/last", $at->{value}[-1], $at->{radius}[-1]);
    }
    visit("$path/$_", $at->{$_}) for sort keys %$at;
  }
}

my ($action, $argument) = @ARGV;
if ($action eq 'record') {
  local $/;
  visit($argument, JSON::PP->new->relaxed->decode(<STDIN>));
  exit;
}
my (%found, $wrong);
while (<STDIN>) {
  my ($path, @bracket) = split;
  $found{$path} = \@bracket;
}
open my $record, '<', $argument or die "$argument: $!\n";
while (<$record>) {
  next if /^#/;
  my ($path, $lower, $upper) = split;
  my $now = $found{$path};
  if (!$now) {
    print "$path: is missing, was $lower to $upper\n";
    $wrong = 1;
    next;
  }
  my $rounding = 4e-16 * (abs($lower) + abs($upper));
  if ($now->[0] > $upper + $rounding || $now->[1] < $lower - $rounding ||
      $now->[1] - $now->[0] > 10 * ($upper - $lower) + 100 * $rounding) {
    print "$path: $now->[0] to $now->[1], was $lower to $upper\n";
    $wrong = 1;
  }
}
exit($wrong ? 1 : 0);
