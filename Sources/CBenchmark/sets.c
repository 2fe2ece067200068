// SetJob in C, for phones whose holders have keys and nothing else: the same statements with the
// same bytes, one thread, nothing around it.
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "json.h"

enum { page = 256, key_limit = 64, bundle = 1 << 19, wal_pages = 1000 };

enum { sources, keys, see, add, latest, statement_count };

static const char *const texts[statement_count] = {
  [sources] =
      "SELECT v.id, v.holder, v.platform, v.shortcut_limit, v.language, v.state, h.state, "
      "v.acknowledged_version, s.changed, s.seen = s.changed, s.changes_at, s.due_at, l.version, "
      "l.issued_at, l.content FROM device v JOIN set_state s ON s.device = v.id "
      "LEFT JOIN holder h ON h.id = v.holder LEFT JOIN shortcut_set l ON l.device = v.id "
      "AND l.version = (SELECT max(version) FROM shortcut_set WHERE device = v.id) "
      "WHERE v.id > ?1 AND v.removed = 0 ORDER BY v.id LIMIT ?2",
  [keys] =
      "SELECT k.id, k.door, k.holder, k.name, k.valid_from, k.valid_until, k.max_uses, k.uses, "
      "k.state, k.rank, k.shortcut, k.localizations, d.site, d.localizations "
      "FROM key k JOIN door d ON d.id = k.door WHERE k.holder IS ?1",
  [see] =
      "UPDATE set_state SET changed = changed + ?3, seen = changed + ?3, changes_at = ?4, "
      "due_at = ?5 WHERE device = ?1 AND changed = ?2",
  [add] = "INSERT INTO shortcut_set VALUES (?1, ?2, ?3, ?4)",
  [latest] = "UPDATE set_sweep SET latest = ?1 WHERE latest < ?1",
};

typedef struct {
  benchmark_bytes id, name, site;
  int64_t rank;
  bool is_revoked;
} set_key;

typedef struct {
  benchmark_bytes device, holder, content, last;
  int64_t changes, limit, version, issued_at;
  bool is_new;
} set_device;

typedef struct {
  sqlite3 *handle;
  sqlite3_stmt *statements[statement_count];
  arena memory;
  set_device devices[page];
  set_key keys[key_limit];
  uint8_t *out;
  size_t used;
  int file, pages;
  char wal[4096];
} set_job;

static void check(set_job *job, int status) {
  if (status == SQLITE_OK || status == SQLITE_DONE || status == SQLITE_ROW) return;
  fprintf(stderr, "C: %s\n", sqlite3_errmsg(job->handle));
  exit(70);
}

static benchmark_bytes column(set_job *job, sqlite3_stmt *row, int place) {
  const void *bytes = sqlite3_column_blob(row, place);
  return arena_copy(&job->memory, bytes, (size_t)sqlite3_column_bytes(row, place));
}

static void bind(set_job *job, sqlite3_stmt *row, int place, benchmark_bytes text) {
  check(
      job, sqlite3_bind_text(row, place, (const char *)text.bytes, (int)text.count, SQLITE_STATIC));
}

static int count_pages(void *context, sqlite3 *handle, const char *name, int pages) {
  (void)handle;
  (void)name;
  ((set_job *)context)->pages = pages;
  return SQLITE_OK;
}

static uint8_t *escaped(uint8_t *place, benchmark_bytes text) {
  *place++ = '"';
  for (size_t index = 0; index < text.count; index++) {
    uint8_t byte = text.bytes[index];
    if (byte < 0x20) abort();
    if (byte == '"' || byte == '\\') *place++ = '\\';
    *place++ = byte;
  }
  *place++ = '"';
  return place;
}

static int order(const void *left, const void *right) {
  const set_key *one = left, *other = right;
  if (one->rank != other->rank) return one->rank < other->rank ? -1 : 1;
  size_t count = one->name.count < other->name.count ? one->name.count : other->name.count;
  int difference = memcmp(one->name.bytes, other->name.bytes, count);
  if (difference) return difference;
  if (one->name.count != other->name.count) return one->name.count < other->name.count ? -1 : 1;
  return memcmp(one->id.bytes, other->id.bytes, one->id.count);
}

static size_t read_keys(set_job *job, benchmark_bytes holder) {
  sqlite3_stmt *row = job->statements[keys];
  bind(job, row, 1, holder);
  size_t count = 0;
  int status;
  while ((status = sqlite3_step(row)) == SQLITE_ROW) {
    if (count == key_limit) abort();
    // What this side does not know how to follow.
    for (int place = 4; place < 12; place++)
      if (place < 7 || place > 9)
        if (sqlite3_column_type(row, place) != SQLITE_NULL) abort();
    set_key *key = &job->keys[count++];
    key->id = column(job, row, 0);
    key->name = column(job, row, 3);
    key->is_revoked = sqlite3_column_text(row, 8)[0] == 'r';
    key->rank = sqlite3_column_int64(row, 9);
    key->site = column(job, row, 12);
  }
  check(job, status);
  sqlite3_reset(row);
  qsort(job->keys, count, sizeof *job->keys, order);
  return count;
}

static uint8_t *items(uint8_t *place, const set_job *job, size_t count, int64_t limit, int64_t version) {
  *place++ = '[';
  int64_t shown = 0;
  for (size_t index = 0; index < count && shown < limit; index++) {
    const set_key *key = &job->keys[index];
    if (key->is_revoked) continue;
    if (shown++) *place++ = ',';
    place = JSON_RAW(
        place,
        "{\"icon\":{\"systemImageName\":\"lock.open\",\"templateImageName\":\"shortcut-unlock\","
        "\"type\":\"home\"},\"localizedSubtitle\":");
    place = key->site.bytes ? escaped(place, key->site) : JSON_RAW(place, "null");
    place = JSON_RAW(place, ",\"localizedTitle\":");
    place = escaped(place, key->name);
    place = JSON_RAW(
        place, ",\"origin\":\"dynamic\",\"targetContentIdentifier\":null,\"type\":");
    place = json_text(place, key->id);
    if (version) {
      place = JSON_RAW(place, ",\"userInfo\":{\"keyway.list\":");
      place = json_integer(place, version);
      place = JSON_RAW(place, "}}");
    } else {
      place = JSON_RAW(place, ",\"userInfo\":{}}");
    }
  }
  *place++ = ']';
  return place;
}

static uint8_t *omitted(uint8_t *place, const set_job *job, size_t count, int64_t limit) {
  *place++ = '[';
  int64_t shown = 0, missing = 0;
  for (size_t index = 0; index < count; index++) {
    const set_key *key = &job->keys[index];
    if (!key->is_revoked && shown < limit) {
      shown++;
      continue;
    }
    if (missing++) *place++ = ',';
    place = key->is_revoked ? JSON_RAW(place, "{\"reason\":\"revoked\",\"type\":")
                            : JSON_RAW(place, "{\"reason\":\"beyond_limit\",\"type\":");
    place = json_text(place, key->id);
    *place++ = '}';
  }
  *place++ = ']';
  return place;
}

static void compose(set_job *job, set_device *device, int64_t now) {
  size_t count = read_keys(job, device->holder);
  uint8_t *start = job->memory.start + job->memory.used, *place = start;
  place = JSON_RAW(place, "{\"items\":");
  place = items(place, job, count, device->limit, 0);
  place = JSON_RAW(place, ",\"omitted\":");
  place = omitted(place, job, count, device->limit);
  *place++ = '}';
  device->content = (benchmark_bytes){start, (size_t)(place - start)};
  arena_take(&job->memory, device->content.count);
  device->is_new = !device->version || !bytes_equal(device->content, device->last);
  if (device->is_new) {
    device->version++;
    device->issued_at = now;
  }
  place = job->out + job->used;
  place = JSON_RAW(place, "{\"device\":");
  place = json_text(place, device->device);
  place = JSON_RAW(place, ",\"issuedAt\":");
  place = json_instant(place, device->issued_at);
  place = JSON_RAW(place, ",\"items\":");
  place = items(place, job, count, device->limit, device->version);
  place = JSON_RAW(place, ",\"limit\":");
  place = json_integer(place, device->limit);
  place = JSON_RAW(place, ",\"omitted\":");
  place = omitted(place, job, count, device->limit);
  place = JSON_RAW(place, ",\"version\":");
  place = json_integer(place, device->version);
  place = JSON_RAW(place, "}\n");
  job->used = (size_t)(place - job->out);
}

static size_t read_page(set_job *job, benchmark_bytes after, int64_t now) {
  check(job, sqlite3_exec(job->handle, "BEGIN", NULL, NULL, NULL));
  sqlite3_stmt *row = job->statements[sources];
  bind(job, row, 1, after);
  check(job, sqlite3_bind_int64(row, 2, page));
  size_t count = 0;
  int status;
  while ((status = sqlite3_step(row)) == SQLITE_ROW) {
    set_device *device = &job->devices[count++];
    device->device = column(job, row, 0);
    device->holder = column(job, row, 1);
    device->limit = sqlite3_column_int64(row, 3);
    if (sqlite3_column_text(row, 5)[0] != 'a' || sqlite3_column_text(row, 6)[0] != 'a') abort();
    device->changes = sqlite3_column_int64(row, 8);
    device->version = sqlite3_column_int64(row, 12);
    device->issued_at = sqlite3_column_int64(row, 13);
    device->last = column(job, row, 14);
  }
  check(job, status);
  sqlite3_reset(row);
  for (size_t index = 0; index < count; index++) compose(job, &job->devices[index], now);
  check(job, sqlite3_exec(job->handle, "ROLLBACK", NULL, NULL, NULL));
  return count;
}

static void keep(set_job *job, size_t count, int64_t now) {
  check(job, sqlite3_exec(job->handle, "BEGIN IMMEDIATE", NULL, NULL, NULL));
  for (size_t index = 0; index < count; index++) {
    set_device *device = &job->devices[index];
    if (!device->is_new) continue;
    sqlite3_stmt *row = job->statements[see];
    bind(job, row, 1, device->device);
    check(job, sqlite3_bind_int64(row, 2, device->changes));
    check(job, sqlite3_bind_int64(row, 3, 1));
    check(job, sqlite3_bind_null(row, 4));
    check(job, sqlite3_bind_int64(row, 5, 0));
    check(job, sqlite3_step(row));
    sqlite3_reset(row);
    row = job->statements[add];
    bind(job, row, 1, device->device);
    check(job, sqlite3_bind_int64(row, 2, device->version));
    check(job, sqlite3_bind_int64(row, 3, device->issued_at));
    bind(job, row, 4, device->content);
    check(job, sqlite3_step(row));
    sqlite3_reset(row);
  }
  sqlite3_stmt *row = job->statements[latest];
  check(job, sqlite3_bind_int64(row, 1, now));
  check(job, sqlite3_step(row));
  sqlite3_reset(row);
  check(job, sqlite3_exec(job->handle, "COMMIT", NULL, NULL, NULL));
}

static void deliver(set_job *job) {
  int wal = open(job->wal, O_RDONLY);
  if (wal < 0 || fdatasync(wal)) abort();
  close(wal);
  if (write(job->file, job->out, job->used) != (ssize_t)job->used) abort();
  job->used = 0;
  if (job->pages > wal_pages)
    check(
        job,
        sqlite3_wal_checkpoint_v2(job->handle, "main", SQLITE_CHECKPOINT_RESTART, NULL, NULL));
}

size_t benchmark_generate(const char *path, const char *output, int64_t now) {
  set_job *job = calloc(1, sizeof *job);
  check(job, sqlite3_open_v2(path, &job->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
  check(
      job,
      sqlite3_exec(
          job->handle,
          "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
          "PRAGMA cell_size_check = ON; PRAGMA recursive_triggers = ON;"
          "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;"
          "PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = 6291456",
          NULL, NULL, NULL));
  sqlite3_wal_hook(job->handle, count_pages, job);
  for (int index = 0; index < statement_count; index++)
    check(
        job, sqlite3_prepare_v3(
                 job->handle, texts[index], -1, SQLITE_PREPARE_PERSISTENT, &job->statements[index],
                 NULL));
  snprintf(job->wal, sizeof job->wal, "%s-wal", path);
  job->memory.capacity = 16 << 20;
  job->memory.start = malloc(job->memory.capacity);
  job->out = malloc(bundle + (8 << 20));
  job->file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (job->file < 0) abort();
  size_t count, total = 0;
  uint8_t last[64];
  benchmark_bytes after = {(const uint8_t *)"", 0};
  while ((count = read_page(job, after, now))) {
    keep(job, count, now);
    total += count;
    benchmark_bytes end = job->devices[count - 1].device;
    memcpy(last, end.bytes, end.count);
    after = (benchmark_bytes){last, end.count};
    job->memory.used = 0;
    if (job->used >= bundle) deliver(job);
  }
  deliver(job);
  close(job->file);
  for (int index = 0; index < statement_count; index++) sqlite3_finalize(job->statements[index]);
  sqlite3_close(job->handle);
  free(job->memory.start);
  free(job->out);
  free(job);
  return total;
}
