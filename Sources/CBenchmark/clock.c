// Local time and weekly hours in C, over the C library's own localtime_r.
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "CBenchmark.h"

void benchmark_set_zone(const char *name) {
  setenv("TZ", name, 1);
  tzset();
}

int64_t benchmark_offset(int64_t second) {
  time_t time = (time_t)second;
  struct tm local;
  return localtime_r(&time, &local) ? local.tm_gmtoff : INT64_MIN;
}

uint64_t benchmark_offset_all(const int64_t *seconds, size_t count, size_t times) {
  uint64_t sum = 0;
  for (size_t time = 0; time < times; time++)
    for (size_t index = 0; index < count; index++) sum += (uint64_t)benchmark_offset(seconds[index]);
  return sum;
}

/// 0 inside a window, 1 on another day, 2 outside, as AccessFacts.Hours in the benchmark; windows
/// of whole minutes that end by midnight.
static uint8_t hours(const benchmark_window *windows, size_t count, int64_t milliseconds) {
  time_t time = (time_t)(milliseconds / 1000);
  struct tm local;
  if (!localtime_r(&time, &local)) abort();
  int day = (local.tm_wday + 6) % 7, minute = local.tm_hour * 60 + local.tm_min;
  bool touches = false;
  for (size_t index = 0; index < count; index++) {
    if (!(windows[index].days >> day & 1)) continue;
    touches = true;
    if (minute >= windows[index].from && minute < windows[index].until) return 0;
  }
  return touches ? 2 : 1;
}

uint64_t benchmark_decide_hours(
    const benchmark_facts *facts, size_t count, size_t times, const benchmark_window *windows,
    size_t window_count, const int64_t *instants) {
  uint64_t sum = 0;
  for (size_t time = 0; time < times; time++)
    for (size_t index = 0; index < count; index++) {
      benchmark_facts all = facts[index];
      all.hours = hours(windows, window_count, instants[index]);
      sum += (uint64_t)benchmark_decide(&all, instants[index]);
    }
  return sum;
}
