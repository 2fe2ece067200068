// Verifying a log in C: one connection, one thread, one pass over leaves and entries in order, every
// hash made anew and compared with the one that is stored.
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CBenchmark.h"

enum { tile_width = 256, level_limit = 64 };

typedef struct {
  sqlite3 *handle;
  sqlite3_stmt *entries, *nodes;
  EVP_MD *algorithm;
  EVP_MD_CTX *context;
  /// Perfect subtrees from the largest to the smallest, and how many leaves they have together.
  uint8_t edge[level_limit][32];
  size_t edge_count;
  uint64_t size;
} bare_log;

static void require(bare_log *log, bool holds, const char *what) {
  if (holds) return;
  fprintf(
      stderr, "benchmark: %s at entry %llu: %s\n", what, (unsigned long long)log->size,
      sqlite3_errmsg(log->handle));
  exit(70);
}

static void hash(
    bare_log *log, uint8_t prefix, const void *bytes, size_t count, uint8_t digest[32]) {
  if (EVP_DigestInit_ex2(log->context, log->algorithm, NULL) != 1
      || EVP_DigestUpdate(log->context, &prefix, 1) != 1
      || EVP_DigestUpdate(log->context, bytes, count) != 1
      || EVP_DigestFinal_ex(log->context, digest, NULL) != 1)
    abort();
}

static void compare_node(bare_log *log, int level, uint64_t index, const uint8_t digest[32]) {
  sqlite3_bind_int(log->nodes, 1, level);
  sqlite3_bind_int64(log->nodes, 2, (sqlite3_int64)index);
  require(log, sqlite3_step(log->nodes) == SQLITE_ROW, "a node is missing");
  require(
      log,
      sqlite3_column_bytes(log->nodes, 0) == 32
          && memcmp(sqlite3_column_blob(log->nodes, 0), digest, 32) == 0,
      "a node differs");
  sqlite3_reset(log->nodes);
}

/// One hash for each leaf over many: each carry of the size joins two neighbours in place.
static void append(bare_log *log, const uint8_t leaf[32]) {
  memcpy(log->edge[log->edge_count++], leaf, 32);
  uint64_t index = log->size++;
  for (int level = 1; index & 1; level++) {
    index >>= 1;
    uint8_t *left = log->edge[log->edge_count - 2];
    hash(log, 0x01, left, 64, left);
    log->edge_count--;
    if (level % 8 == 0) compare_node(log, level, index, left);
  }
}

static void open_log(bare_log *log, const char *path) {
  require(
      log,
      sqlite3_open_v2(path, &log->handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY, NULL)
          == SQLITE_OK,
      "the database does not open");
  static const char entries[] =
      "SELECT l.seq, l.hash, b.body FROM log_leaf l JOIN log_body b ON b.seq = l.seq"
      " ORDER BY l.seq";
  static const char nodes[] = "SELECT hash FROM log_tile WHERE level = ?1 AND idx = ?2";
  require(
      log,
      sqlite3_prepare_v2(log->handle, entries, -1, &log->entries, NULL) == SQLITE_OK
          && sqlite3_prepare_v2(log->handle, nodes, -1, &log->nodes, NULL) == SQLITE_OK,
      "a statement does not compile");
  log->algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
  log->context = EVP_MD_CTX_new();
}

uint64_t benchmark_log_verify(const char *path, uint8_t root[32]) {
  bare_log *log = calloc(1, sizeof *log);
  open_log(log, path);
  int status;
  while ((status = sqlite3_step(log->entries)) == SQLITE_ROW) {
    uint8_t leaf[32];
    require(log, sqlite3_column_int64(log->entries, 0) == (int64_t)log->size, "a gap");
    hash(
        log, 0x00, sqlite3_column_blob(log->entries, 2),
        (size_t)sqlite3_column_bytes(log->entries, 2), leaf);
    require(
        log,
        sqlite3_column_bytes(log->entries, 1) == 32
            && memcmp(sqlite3_column_blob(log->entries, 1), leaf, 32) == 0,
        "a leaf differs");
    append(log, leaf);
  }
  require(log, status == SQLITE_DONE && log->size > 0, "no more entries");
  memcpy(root, log->edge[log->edge_count - 1], 32);
  for (size_t left = log->edge_count - 1; left-- > 0;) {
    uint8_t pair[64];
    memcpy(pair, log->edge[left], 32);
    memcpy(pair + 32, root, 32);
    hash(log, 0x01, pair, 64, root);
  }
  uint64_t size = log->size;
  sqlite3_finalize(log->entries);
  sqlite3_finalize(log->nodes);
  sqlite3_close(log->handle);
  EVP_MD_CTX_free(log->context);
  EVP_MD_free(log->algorithm);
  free(log);
  return size;
}
