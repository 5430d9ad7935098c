#!/usr/bin/perl
# SPDX-License-Identifier: BSD-3-Clause
# text.pl FILE: the text of an output with its measured numbers blanked: keys, words, order, statuses and whole numbers
# that count something remain, the same on every processor. text.pl FOLDER: a line `name output digest` for each output.
# The kind is the end of the name: json, csv, table, messages, written or exit.
use strict;
use warnings;
use Digest::SHA qw(sha256_hex);
use File::Find;

# Integers of a result that mean something: how many, which. All other numbers of JSON are blanked, integers too: a
# residual of 0 is a rounding error elsewhere.
my %kept = map { $_ => 1 } qw(count count_above count_below dimension growing lateral mode modes_of_parts
  multiplicity number rigid_modes seed solved status unknowns version);
my $number = qr/(?<![\w.])-?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|inf|nan)(?![\w.]*\w)/;
my $real = qr/(?<![\w.])-?(?:\d+\.\d+(?:[eE][-+]?\d+)?|\d+[eE][-+]?\d+)/;

# The blanked text of an output.
sub text {
  my ($kind, $file) = @_;
  open my $in, '<', $file or die "$file: $!\n";
  my ($before, $text, $moves) = ('', '', 0);
  while (my $line = <$in>) {
    chomp $line;
    if ($kind eq 'json') {
      my @pieces = split /("(?:\\.|[^"\\])*")/, $line; # strings stand at odd places
      for my $i (0 .. $#pieces) {
        if ($i % 2) {
          $pieces[$i] =~ s/$real/#/g;
        } else {
          my $key = $i > 0 ? substr($pieces[$i - 1], 1, -1) : '';
          next if $kept{$key} && $pieces[$i] =~ /^: -?\d+(?![\d.eE])/;
          $pieces[$i] =~ s/$number/#/g;
        }
      }
      $line = join '', @pieces;
      $line =~ s/#(?:, #)+/#/g; # how many points a curve takes is a matter of rounding
      $line =~ s/(\[[#nul, ]*\])(?:, \1)+/$1/g;
      $line =~ s/(\{[^{}]*\})(?:, \1)+/$1/g;
    } elsif ($kind eq 'csv') {
      $line =~ s/$number/#/g;
    } elsif ($kind ne 'exit') {
      $line =~ s/$real/#/g;
      $line =~ s/ [ ]+/ /g;
      $moves ||= $kind eq 'table' && $line =~ /^(motion|manoeuvre|small motions)\b/; # steps, and what rounding makes of 0
      $line =~ s/$number/#/g if $moves;
      if ($kind eq 'table') { # of equal parts rounding chooses the one with the most energy
        $line =~ s/\S+ \d+ %/@ %/;
        $line =~ s/^ [\w.]+(?:\[\*\][\w.]*)+$/ @/;
      }
    }
    $text .= "$line\n" unless $line eq $before && $kind ne 'messages';
    $before = $line;
  }
  return $text;
}

my $at = shift;
if (!-d $at) {
  print text($at =~ /\.([a-z]*)$/, $at);
  exit;
}
chdir $at or die "$at: $!\n";
my @files;
find({no_chdir => 1, wanted => sub { push @files, substr($_, 2) if -f && -s }}, '.');
for my $file (sort @files) {
  my ($name, $kind) = $file =~ /^(.*)\.([a-z]*)$/;
  print "$name $kind ", substr(sha256_hex(text($kind, $file)), 0, 16), "\n";
}
