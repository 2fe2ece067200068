#pragma once
// JSON by hand. Ids and pseudonyms have nothing to escape.

#include "memory.h"

#define JSON_RAW(place, literal) \
  (memcpy((place), "" literal, sizeof(literal) - 1), (place) + sizeof(literal) - 1)

static inline uint8_t *json_bytes(uint8_t *place, benchmark_bytes text) {
  memcpy(place, text.bytes, text.count);
  return place + text.count;
}

static inline uint8_t *json_text(uint8_t *place, benchmark_bytes text) {
  *place++ = '"';
  place = json_bytes(place, text);
  *place++ = '"';
  return place;
}

/// The writer of texts that may have something to escape: looks at every byte.
static inline uint8_t *json_string(uint8_t *place, benchmark_bytes text) {
  for (size_t index = 0; index < text.count; index++)
    if (text.bytes[index] < 0x20 || text.bytes[index] == '"' || text.bytes[index] == '\\') abort();
  return json_text(place, text);
}

static inline uint8_t *json_integer(uint8_t *place, int64_t value) {
  uint8_t digits[20];
  int count = 0;
  do digits[count++] = (uint8_t)('0' + value % 10); while (value /= 10);
  while (count) *place++ = digits[--count];
  return place;
}

static inline uint8_t *json_digits(uint8_t *place, int64_t value, int count) {
  for (int index = count - 1; index >= 0; index--, value /= 10)
    place[index] = (uint8_t)('0' + value % 10);
  return place + count;
}

/// RFC 3339, UTC, three decimals. The date is by Hinnant's "days_from_civil" turned round.
static inline uint8_t *json_instant(uint8_t *place, int64_t milliseconds) {
  int64_t days = milliseconds / 86400000, rest = milliseconds % 86400000;
  int64_t shifted = days + 719468, era = shifted / 146097, of_era = shifted % 146097;
  int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int64_t month = (5 * of_year + 2) / 153, day = of_year - (153 * month + 2) / 5 + 1;
  month += month < 10 ? 3 : -9;
  *place++ = '"';
  place = json_digits(place, year_of_era + era * 400 + (month <= 2), 4);
  *place++ = '-';
  place = json_digits(place, month, 2);
  *place++ = '-';
  place = json_digits(place, day, 2);
  *place++ = 'T';
  place = json_digits(place, rest / 3600000, 2);
  *place++ = ':';
  place = json_digits(place, rest / 60000 % 60, 2);
  *place++ = ':';
  place = json_digits(place, rest / 1000 % 60, 2);
  *place++ = '.';
  place = json_digits(place, rest % 1000, 3);
  return JSON_RAW(place, "Z\"");
}
