#pragma once
// What one batch needs to remember: texts that are copied once, and tables of them.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "CBenchmark.h"

typedef struct {
  uint8_t *start;
  size_t used, capacity;
} arena;

static inline uint8_t *arena_take(arena *arena, size_t count) {
  if (arena->used + count > arena->capacity) abort();
  uint8_t *place = arena->start + arena->used;
  arena->used += count;
  return place;
}

static inline benchmark_bytes arena_copy(arena *arena, const void *bytes, size_t count) {
  if (!bytes) return (benchmark_bytes){0};
  uint8_t *place = arena_take(arena, count);
  memcpy(place, bytes, count);
  return (benchmark_bytes){place, count};
}

static inline bool bytes_equal(benchmark_bytes left, benchmark_bytes right) {
  return left.count == right.count && memcmp(left.bytes, right.bytes, left.count) == 0;
}

static inline uint64_t bytes_hash(benchmark_bytes text, uint64_t hash) {
  size_t index = 0;
  for (; index + 8 <= text.count; index += 8) {
    uint64_t word;
    memcpy(&word, text.bytes + index, 8);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 29;
  }
  for (; index < text.count; index++) hash = (hash ^ text.bytes[index]) * 0x100000001B3;
  return hash ^ hash >> 32;
}

enum { table_places = 8192 };

/// An open hash table of up to half as many texts, each with a number.
typedef struct {
  benchmark_bytes texts[table_places], seconds[table_places];
  int32_t numbers[table_places];
} table;

static inline void table_clear(table *table) {
  memset(table->numbers, 0xFF, sizeof table->numbers);
}

/// The place of the number of a pair of texts, which is -1 when it is new.
static inline int32_t *table_number(table *table, benchmark_bytes text, benchmark_bytes second) {
  size_t place = bytes_hash(second, bytes_hash(text, 0xCBF29CE484222325)) & (table_places - 1);
  while (table->numbers[place] >= 0
         && !(bytes_equal(table->texts[place], text)
              && bytes_equal(table->seconds[place], second)))
    place = (place + 1) & (table_places - 1);
  if (table->numbers[place] < 0) {
    table->texts[place] = text;
    table->seconds[place] = second;
  }
  return &table->numbers[place];
}
