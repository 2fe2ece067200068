// UnlockService in C, for taps on keys: the same statements in the same order with the same bytes,
// one thread, nothing around it.
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>

#include "json.h"

enum { batch_limit = 4096 };
enum { answer_limit = 1024, entry_limit = 1024 };

static const benchmark_bytes none = {0};

typedef struct {
  benchmark_bytes door, holder;
  benchmark_facts facts;
  int64_t max_uses, uses, charged;
  bool exists, is_limited;
} key_row;

typedef struct {
  benchmark_bytes holder, pseudonym, holder_pseudonym;
  bool exists, is_removed, is_suspended, is_holder_suspended;
} device_row;

typedef struct {
  benchmark_bytes content, command, answer;
  int64_t sequence;
  bool exists;
} attempt_row;

typedef struct {
  benchmark_bytes id, door;
} command_row;

typedef struct {
  benchmark_bytes subject;
  int64_t tokens, refusals, minute, noted, remembered;
  bool is_changed;
} throttle_row;

typedef struct {
  benchmark_bytes command, key, device;
  int64_t sequence;
  bool is_link, is_charged;
} command_tap_row;

typedef struct {
  benchmark_bytes key;
  benchmark_bytes form;
  int32_t key_number, device_number, throttle, door_throttle;
  benchmark_link link;
} tap_target;

enum {
  begin, settings, days, find, key_facts, doors, device_facts, log_size, installation, charge,
  in_flight, find_throttle, save_throttle, add_leaf, add_body, count_nodes,
  find_leaves, find_nodes, add_node, add_command, add_command_tap, remember, commit, statement_count,
};

struct benchmark_store {
  sqlite3 *handle;
  sqlite3_stmt *statements[statement_count];
  benchmark_router router;
  benchmark_bytes scheme;
  uint64_t seed;
  int64_t day;
  EVP_MD *algorithm;
  EVP_MD_CTX *context;
  arena memory;
  table keys, devices, taps, doors, throttles;
  size_t throttle_count, key_count, device_count, door_count, command_count, command_tap_count, attempt_count,
      entry_count;
  tap_target targets[batch_limit];
  key_row key_rows[batch_limit];
  device_row device_rows[batch_limit];
  throttle_row throttle_rows[2 * batch_limit];
  attempt_row earlier[batch_limit], attempts[batch_limit];
  const benchmark_tap *attempt_taps[batch_limit];
  benchmark_bytes flights[batch_limit], door_ids[batch_limit];
  command_row commands[batch_limit];
  command_tap_row command_taps[batch_limit];
  benchmark_bytes bodies[batch_limit];
  uint8_t leaves[batch_limit][32], contents[batch_limit][32];
};

#define OWNER ((benchmark_bytes){(const uint8_t *)"replay", 6})
#define LITERAL(text) ((benchmark_bytes){(const uint8_t *)(text), sizeof(text) - 1})

// MARK: - Statements

static void check(benchmark_store *store, int status) {
  if (status == SQLITE_OK || status == SQLITE_ROW || status == SQLITE_DONE) return;
  fprintf(stderr, "benchmark: %s\n", sqlite3_errmsg(store->handle));
  exit(70);
}

static void bind_text(benchmark_store *store, int statement, int place, benchmark_bytes text) {
  check(
      store, text.bytes ? sqlite3_bind_text(
                 store->statements[statement], place, (const char *)text.bytes, (int)text.count,
                 SQLITE_STATIC)
                        : sqlite3_bind_null(store->statements[statement], place));
}

static void bind_blob(
    benchmark_store *store, int statement, int place, const void *bytes, size_t count) {
  check(
      store, sqlite3_bind_blob(store->statements[statement], place, bytes, (int)count,
                               SQLITE_STATIC));
}

static void bind_integer(benchmark_store *store, int statement, int place, int64_t value) {
  check(store, sqlite3_bind_int64(store->statements[statement], place, value));
}

static bool step(benchmark_store *store, int statement) {
  int status = sqlite3_step(store->statements[statement]);
  check(store, status);
  return status == SQLITE_ROW;
}

static void reset(benchmark_store *store, int statement) {
  sqlite3_reset(store->statements[statement]);
  sqlite3_clear_bindings(store->statements[statement]);
}

static void run(benchmark_store *store, int statement) {
  while (step(store, statement)) {}
  reset(store, statement);
}

static benchmark_bytes column(benchmark_store *store, int statement, int place) {
  const void *bytes = sqlite3_column_text(store->statements[statement], place);
  size_t count = (size_t)sqlite3_column_bytes(store->statements[statement], place);
  return bytes ? arena_copy(&store->memory, bytes, count) : none;
}

static bool column_is(benchmark_store *store, int statement, int place, const char *text) {
  const unsigned char *bytes = sqlite3_column_text(store->statements[statement], place);
  return bytes && strcmp((const char *)bytes, text) == 0;
}

static int64_t column_integer(benchmark_store *store, int statement, int place, int64_t absent) {
  sqlite3_stmt *row = store->statements[statement];
  if (sqlite3_column_type(row, place) == SQLITE_NULL) return absent;
  return sqlite3_column_int64(row, place);
}

// MARK: - Looking up

static void find_targets(benchmark_store *store, const benchmark_tap *taps, size_t count) {
  for (size_t index = 0; index < count; index++) {
    tap_target *target = &store->targets[index];
    benchmark_bytes payload = taps[index].payload;
    if (taps[index].is_item) {
      target->key = payload;
      target->form = LITERAL("item");
      target->link = (benchmark_link){.rejection = -1};
      continue;
    }
    target->link = benchmark_route(&store->router, payload.bytes, payload.count);
    if (target->link.rejection >= 0) abort();
    target->key = (benchmark_bytes){
        payload.bytes + target->link.id_start, target->link.id_end - target->link.id_start};
    target->form = target->link.form == 0 ? LITERAL("bare")
        : target->link.form == 1          ? LITERAL("custom")
                                          : LITERAL("universal");
  }
}

static void find_attempts(benchmark_store *store, const benchmark_tap *taps, size_t count) {
  while (step(store, days)) {}
  reset(store, days);
  for (size_t index = 0; index < count; index++) {
    bind_text(store, find, 1, taps[index].id);
    bind_text(store, find, 2, taps[index].sender);
    attempt_row *row = &store->earlier[index];
    row->exists = step(store, find);
    if (row->exists) {
      row->content = column(store, find, 0);
      row->sequence = column_integer(store, find, 2, -1);
      row->command = column(store, find, 3);
      row->answer = column(store, find, 4);
    }
    reset(store, find);
  }
}

static void read_key(benchmark_store *store, key_row *row) {
  row->exists = true;
  row->door = column(store, key_facts, 0);
  row->holder = column(store, key_facts, 1);
  benchmark_facts *facts = &row->facts;
  *facts = (benchmark_facts){.rejection = -1, .target = 4};
  facts->key_state = column_is(store, key_facts, 2, "active") ? 0
      : column_is(store, key_facts, 2, "suspended")           ? 1
                                                              : 2;
  facts->valid_from = column_integer(store, key_facts, 3, INT64_MIN);
  facts->valid_until = column_integer(store, key_facts, 4, INT64_MAX);
  if (column(store, key_facts, 5).bytes) abort();
  row->max_uses = column_integer(store, key_facts, 6, -1);
  row->is_limited = row->max_uses >= 0;
  row->uses = column_integer(store, key_facts, 7, 0);
  row->charged = 0;
  facts->mode = column_is(store, key_facts, 8, "normal") ? 0
      : column_is(store, key_facts, 8, "locked_down")    ? 1
                                                         : 2;
  facts->confirmation = column_is(store, key_facts, 9, "never") ? 0
      : column_is(store, key_facts, 9, "links")                 ? 1
                                                                : 2;
  column(store, key_facts, 10);
  column(store, key_facts, 11);
}

static void find_keys(benchmark_store *store, size_t count) {
  table_clear(&store->keys);
  store->key_count = 0;
  for (size_t index = 0; index < count; index++) {
    tap_target *target = &store->targets[index];
    int32_t *number = table_number(&store->keys, target->key, none);
    if (*number < 0) {
      *number = (int32_t)store->key_count++;
      key_row *row = &store->key_rows[*number];
      bind_text(store, key_facts, 1, target->key);
      row->exists = false;
      // The taps that are measured name keys that exist.
      if (!step(store, key_facts)) abort();
      read_key(store, row);
      reset(store, key_facts);
    }
    target->key_number = *number;
  }
}

static void find_devices(benchmark_store *store, const benchmark_tap *taps, size_t count) {
  table_clear(&store->devices);
  store->device_count = 0;
  for (size_t index = 0; index < count; index++) {
    store->targets[index].device_number = -1;
    if (!taps[index].device.bytes) continue;
    int32_t *number = table_number(&store->devices, taps[index].device, none);
    if (*number < 0) {
      *number = (int32_t)store->device_count++;
      device_row *row = &store->device_rows[*number];
      bind_text(store, device_facts, 1, taps[index].device);
      row->exists = step(store, device_facts);
      if (row->exists) {
        row->holder = column(store, device_facts, 0);
        row->is_suspended = column_is(store, device_facts, 1, "suspended");
        row->is_removed = column_integer(store, device_facts, 2, 0) != 0;
        row->is_holder_suspended = column_is(store, device_facts, 3, "suspended");
        row->pseudonym = column(store, device_facts, 4);
        row->holder_pseudonym = column(store, device_facts, 5);
        column_integer(store, device_facts, 6, -1);
        column(store, device_facts, 7);
      }
      reset(store, device_facts);
    }
    store->targets[index].device_number = *number;
  }
}

// MARK: - Throttling

// 1,000 a minute, and as many refusals as in a hundred minutes.
enum { token_interval = 60000, token_capacity = 1000, refusal_capacity = 100000 };

static benchmark_bytes joined(benchmark_store *store, const char *first, benchmark_bytes rest) {
  size_t count = strlen(first);
  uint8_t *text = arena_take(&store->memory, count + rest.count);
  memcpy(text, first, count);
  memcpy(text + count, rest.bytes, rest.count);
  return (benchmark_bytes){text, count + rest.count};
}

static int32_t find_throttle_of(benchmark_store *store, benchmark_bytes subject) {
  int32_t *number = table_number(&store->throttles, subject, none);
  if (*number >= 0) return *number;
  *number = (int32_t)store->throttle_count++;
  throttle_row *row = &store->throttle_rows[*number];
  *row = (throttle_row){.subject = subject};
  bind_text(store, find_throttle, 1, subject);
  if (step(store, find_throttle)) {
    row->tokens = column_integer(store, find_throttle, 0, 0);
    row->refusals = column_integer(store, find_throttle, 1, 0);
    row->minute = column_integer(store, find_throttle, 2, 0);
    row->noted = column_integer(store, find_throttle, 3, 0);
    row->remembered = column_integer(store, find_throttle, 4, 0);
  }
  reset(store, find_throttle);
  return *number;
}

static void find_throttles(benchmark_store *store, const benchmark_tap *taps, size_t count) {
  table_clear(&store->throttles);
  store->throttle_count = 0;
  for (size_t index = 0; index < count; index++) {
    tap_target *target = &store->targets[index];
    const key_row *key = &store->key_rows[target->key_number];
    benchmark_bytes subject = target->device_number < 0
        ? joined(store, "sender:", taps[index].sender)
        : joined(store, "device:", taps[index].device);
    target->throttle = find_throttle_of(store, subject);
    if (key->exists)
      target->door_throttle = find_throttle_of(store, joined(store, "door:", key->door));
  }
}

static int64_t debt(int64_t full_at, int64_t now, int64_t capacity) {
  int64_t debt = full_at - now * 1000, span = token_interval * capacity;
  return debt < 0 ? 0 : debt < span ? debt : span;
}

static bool is_empty(int64_t full_at, int64_t now, int64_t capacity) {
  return debt(full_at, now, capacity) > token_interval * (capacity - 1);
}

static void take(throttle_row *row, int64_t *bucket, int64_t now, int64_t capacity) {
  if (is_empty(*bucket, now, capacity)) abort();
  *bucket = now * 1000 + debt(*bucket, now, capacity) + token_interval;
  row->is_changed = true;
}

static void save_throttles(benchmark_store *store) {
  for (size_t index = 0; index < store->throttle_count; index++) {
    const throttle_row *row = &store->throttle_rows[index];
    if (!row->is_changed) continue;
    bind_text(store, save_throttle, 1, row->subject);
    bind_integer(store, save_throttle, 2, row->tokens);
    bind_integer(store, save_throttle, 3, row->refusals);
    bind_integer(store, save_throttle, 4, row->minute);
    bind_integer(store, save_throttle, 5, row->noted);
    bind_integer(store, save_throttle, 6, row->remembered);
    run(store, save_throttle);
  }
}

// MARK: - Deciding

static void hash(
    benchmark_store *store, const void *first, size_t first_count, benchmark_bytes rest,
    uint8_t digest[32]) {
  if (EVP_DigestInit_ex2(store->context, store->algorithm, NULL) != 1
      || EVP_DigestUpdate(store->context, first, first_count) != 1
      || EVP_DigestUpdate(store->context, rest.bytes, rest.count) != 1
      || EVP_DigestFinal_ex(store->context, digest, NULL) != 1)
    abort();
}

/// The bytes that tell whether two deliveries of a tap id are the same tap, hashed.
static void hash_content(benchmark_store *store, const benchmark_tap *tap, uint8_t digest[32]) {
  if (!tap->is_item) return hash(store, "0L", 2, tap->payload, digest);
  uint8_t content[256];
  uint8_t *end = json_string(JSON_RAW(content, "0I"), tap->payload);
  hash(store, content, (size_t)(end - content), none, digest);
}

static uint64_t random_word(benchmark_store *store) {
  store->seed ^= store->seed >> 12;
  store->seed ^= store->seed << 25;
  store->seed ^= store->seed >> 27;
  return store->seed * 0x2545F4914F6CDD1D;
}

/// 48 bits of time and 80 random ones in Crockford's base 32.
static benchmark_bytes make_id(benchmark_store *store, int64_t now) {
  static const char alphabet[] = "0123456789abcdefghjkmnpqrstvwxyz";
  uint64_t first = random_word(store), second = random_word(store);
  uint64_t high = (uint64_t)now << 16 | (first >> 48), low = second;
  uint8_t *text = arena_take(&store->memory, 26);
  for (int place = 25; place >= 0; place--) {
    text[place] = (uint8_t)alphabet[low & 31];
    low = low >> 5 | high << 59;
    high >>= 5;
  }
  return (benchmark_bytes){text, 26};
}

typedef struct {
  benchmark_bytes command, reason, detail, rule;
  bool is_new;
  int32_t decision;
} tap_answer;

static void describe_refusal(tap_answer *answer) {
  switch (answer->decision) {
  case 8: answer->reason = LITERAL("unknown_key"); break;
  case 10: answer->reason = LITERAL("wrong_holder"), answer->rule = LITERAL("key.holder"); break;
  case 11: answer->reason = LITERAL("revoked"), answer->rule = LITERAL("key.state"); break;
  case 12:
    answer->reason = LITERAL("suspended");
    answer->rule = LITERAL("key.state");
    answer->detail = LITERAL("key");
    break;
  case 14: answer->reason = LITERAL("expired"), answer->rule = LITERAL("key.validUntil"); break;
  case 18: answer->reason = LITERAL("uses_exhausted"), answer->rule = LITERAL("key.maxUses"); break;
  default: abort();
  }
}

/// The command in flight on the door, looked for once; it has no bytes where there is none.
static benchmark_bytes *find_flight(benchmark_store *store, const key_row *key, int64_t now) {
  int32_t *door = table_number(&store->doors, key->door, none);
  if (*door >= 0) return &store->flights[*door];
  *door = (int32_t)store->door_count++;
  benchmark_bytes *flight = &store->flights[*door];
  *flight = none;
  bind_text(store, in_flight, 1, key->door);
  while (step(store, in_flight)) {
    int64_t deadline = column_integer(store, in_flight, 5, 0);
    benchmark_bytes id = column(store, in_flight, 0);
    bool is_pending = column_is(store, in_flight, 3, "pending");
    if (!column_is(store, in_flight, 2, "unlock") || !column_is(store, in_flight, 7, "replay"))
      abort();
    if (is_pending && now < deadline) *flight = id;
  }
  reset(store, in_flight);
  return flight;
}

/// Charges the use and finds or makes the command.
static void grant(
    benchmark_store *store, tap_answer *answer, const tap_target *target, key_row *key,
    int64_t now) {
  if (key->is_limited) {
    bind_text(store, charge, 1, target->key);
    run(store, charge);
    if (sqlite3_changes64(store->handle) != 1) abort();
    key->charged++;
  }
  throttle_row *door = &store->throttle_rows[target->door_throttle];
  take(door, &door->tokens, now, token_capacity);
  benchmark_bytes *flight = find_flight(store, key, now);
  answer->command = *flight;
  answer->is_new = answer->command.bytes == NULL;
  if (!answer->is_new) return;
  answer->command = *flight = make_id(store, now);
  store->commands[store->command_count++] = (command_row){answer->command, key->door};
}

static void write_entry(
    benchmark_store *store, const benchmark_tap *tap, const tap_target *target,
    const tap_answer *answer, const key_row *key, const device_row *device, int64_t sequence,
    int64_t now) {
  uint8_t *start = arena_take(&store->memory, entry_limit), *place = start;
  place = json_instant(JSON_RAW(place, "{\"at\":"), now);
  place = json_text(JSON_RAW(place, ",\"channel\":"), tap->channel);
  if (answer->command.bytes) place = json_text(JSON_RAW(place, ",\"command\":"), answer->command);
  if (answer->detail.bytes) place = json_text(JSON_RAW(place, ",\"detail\":"), answer->detail);
  if (tap->device.bytes) {
    place = JSON_RAW(place, ",\"device\":");
    place = device ? json_text(place, device->pseudonym) : JSON_RAW(place, "null");
  }
  if (key->exists) place = json_text(JSON_RAW(place, ",\"door\":"), key->door);
  place = json_text(JSON_RAW(place, ",\"form\":"), target->form);
  if (device && device->holder_pseudonym.bytes)
    place = json_text(JSON_RAW(place, ",\"holder\":"), device->holder_pseudonym);
  place = json_text(JSON_RAW(place, ",\"key\":"), target->key);
  place = JSON_RAW(place, ",\"kind\":\"decision\",\"outcome\":");
  place = answer->reason.bytes ? JSON_RAW(place, "\"denied\"") : JSON_RAW(place, "\"granted\"");
  if (answer->reason.bytes) {
    place = json_text(JSON_RAW(place, ",\"reason\":"), answer->reason);
    if (answer->rule.bytes) place = json_text(JSON_RAW(place, ",\"rule\":"), answer->rule);
  }
  place = json_integer(JSON_RAW(place, ",\"seq\":"), sequence);
  place = json_string(JSON_RAW(place, ",\"tap\":"), tap->id);
  if (tap->tapped_at != now)
    place = json_instant(JSON_RAW(place, ",\"tappedAt\":"), tap->tapped_at);
  place = JSON_RAW(place, ",\"v\":1}");
  benchmark_bytes body = {start, (size_t)(place - start)};
  store->memory.used -= entry_limit - body.count;
  hash(store, "", 1, body, store->leaves[store->entry_count]);
  store->bodies[store->entry_count++] = body;
}

/// Writes a member, and a comma before all but the first.
static inline uint8_t *member(uint8_t *place, benchmark_bytes name, benchmark_bytes text) {
  if (place[-1] != '{') *place++ = ',';
  return json_string(json_bytes(place, name), text);
}

/// What is kept of the answer, so that a repeat gets the same.
static benchmark_bytes remembered(
    benchmark_store *store, const benchmark_tap *tap, const tap_target *target,
    const tap_answer *answer, const key_row *key) {
  uint8_t *start = arena_take(&store->memory, answer_limit), *place = start;
  *place++ = '{';
  if (answer->command.bytes)
    place = member(
        place, LITERAL("\"command\":"), answer->is_new ? LITERAL("new") : LITERAL("coalesced"));
  if (answer->detail.bytes) place = member(place, LITERAL("\"detail\":"), answer->detail);
  if (key->exists) {
    place = member(place, LITERAL("\"door\":"), key->door);
    place = member(place, LITERAL("\"key\":"), target->key);
  }
  if (tap->is_item) {
    uint8_t text[256], *end = json_bytes(text, store->scheme);
    end = json_bytes(JSON_RAW(end, "://unlock/"), target->key);
    place = member(
        place, LITERAL("\"link\":"), (benchmark_bytes){text, (size_t)(end - text)});
  }
  place = member(
      place, LITERAL("\"outcome\":"), answer->reason.bytes ? LITERAL("denied") : LITERAL("granted"));
  if (answer->reason.bytes) place = member(place, LITERAL("\"reason\":"), answer->reason);
  *place++ = '}';
  store->memory.used -= answer_limit - (size_t)(place - start);
  return (benchmark_bytes){start, (size_t)(place - start)};
}

static benchmark_facts facts_of(
    const benchmark_tap *tap, const tap_target *target, const key_row *key,
    const device_row *device, int64_t now) {
  benchmark_facts facts = key->facts;
  if (!key->exists) facts = (benchmark_facts){.rejection = -1, .has_uses_left = true};
  facts.age = now - tap->tapped_at;
  facts.maximum_age = 30000;
  facts.is_signed = target->link.is_signed;
  facts.is_link = !tap->is_item;
  facts.phone = !tap->device.bytes ? 0 : !device ? 1 : device->is_removed ? 2 : 3;
  facts.is_device_suspended = device && device->is_suspended;
  facts.is_holder_suspended = device && device->is_holder_suspended;
  if (!key->exists) return facts;
  facts.is_holder_right = !key->holder.bytes
      || (device && device->holder.bytes && bytes_equal(key->holder, device->holder));
  facts.has_uses_left = !key->is_limited || key->uses + key->charged < key->max_uses;
  return facts;
}

static bool decide(
    benchmark_store *store, const benchmark_tap *tap, size_t index, int64_t first, int64_t now) {
  tap_target *target = &store->targets[index];
  uint8_t *content = store->contents[store->attempt_count];
  hash_content(store, tap, content);
  int32_t *number = table_number(&store->taps, tap->id, tap->sender);
  attempt_row *earlier = store->earlier[index].exists ? &store->earlier[index]
      : *number >= 0                                  ? &store->attempts[*number]
                                                      : NULL;
  if (earlier) {
    if (memcmp(earlier->content.bytes, content, 32)) abort();
    return true;
  }
  key_row *key = &store->key_rows[target->key_number];
  device_row *device =
      target->device_number >= 0 ? &store->device_rows[target->device_number] : NULL;
  if (device && !device->exists) device = NULL;
  benchmark_facts facts = facts_of(tap, target, key, device, now);
  throttle_row *throttle = &store->throttle_rows[target->throttle];
  facts.is_device_throttled = device && is_empty(throttle->tokens, now, token_capacity);
  facts.is_door_throttled = key->exists
      && is_empty(store->throttle_rows[target->door_throttle].tokens, now, token_capacity);
  tap_answer answer = {.decision = benchmark_decide(&facts, now)};
  if (device) take(throttle, &throttle->tokens, now, token_capacity);
  else if (answer.decision != 0) take(throttle, &throttle->refusals, now, refusal_capacity);
  if (answer.decision == 0) grant(store, &answer, target, key, now);
  else describe_refusal(&answer);
  // A command whose process died might give back a use.
  if (answer.decision == 18) find_flight(store, key, now);
  int64_t sequence = first + (int64_t)store->entry_count;
  write_entry(store, tap, target, &answer, key, device, sequence, now);
  if (answer.command.bytes)
    store->command_taps[store->command_tap_count++] = (command_tap_row){
        answer.command, target->key, tap->device, sequence, !tap->is_item, key->is_limited};
  *number = (int32_t)store->attempt_count;
  store->attempts[store->attempt_count] = (attempt_row){
      {content, 32}, answer.command, remembered(store, tap, target, &answer, key), sequence, true};
  store->attempt_taps[store->attempt_count++] = tap;
  return answer.decision == 0;
}

// MARK: - Writing

static void read_hashes(benchmark_store *store, int statement, uint8_t hashes[256][32]) {
  int count = 0;
  for (; step(store, statement); count++) {
    if (count == 256 || sqlite3_column_bytes(store->statements[statement], 0) != 32) abort();
    memcpy(hashes[count], sqlite3_column_blob(store->statements[statement], 0), 32);
  }
  reset(store, statement);
  if (count != 256) abort();
}

/// Adds the roots of the tiles of 256 hashes that a log of that size fills.
static void fill_tiles(benchmark_store *store, int64_t size) {
  uint8_t hashes[256][32];
  for (int level = 8; size >> level > 0; level += 8) {
    bind_integer(store, count_nodes, 1, level);
    step(store, count_nodes);
    int64_t index = column_integer(store, count_nodes, 0, 0);
    reset(store, count_nodes);
    for (; index < size >> level; index++) {
      int statement = level == 8 ? find_leaves : find_nodes, place = 1;
      if (level > 8) bind_integer(store, statement, place++, level - 8);
      bind_integer(store, statement, place++, index * 256);
      bind_integer(store, statement, place, index * 256 + 256);
      read_hashes(store, statement, hashes);
      for (int count = 128; count > 0; count /= 2)
        for (int node = 0; node < count; node++) {
          uint8_t pair[65] = {1};
          memcpy(pair + 1, hashes[2 * node], 64);
          hash(store, pair, sizeof pair, none, hashes[node]);
        }
      bind_integer(store, add_node, 1, level);
      bind_integer(store, add_node, 2, index);
      bind_blob(store, add_node, 3, hashes[0], 32);
      run(store, add_node);
    }
  }
}

static void append_log(benchmark_store *store, int64_t first) {
  for (size_t index = 0; index < store->entry_count; index++) {
    bind_integer(store, add_leaf, 1, first + (int64_t)index);
    bind_blob(store, add_leaf, 2, store->leaves[index], 32);
    run(store, add_leaf);
  }
  for (size_t index = 0; index < store->entry_count; index++) {
    bind_integer(store, add_body, 1, first + (int64_t)index);
    bind_blob(store, add_body, 2, store->bodies[index].bytes, store->bodies[index].count);
    run(store, add_body);
  }
  int64_t size = first + (int64_t)store->entry_count;
  if (first / 256 < size / 256) fill_tiles(store, size);
}

static void add_commands(benchmark_store *store, int64_t now) {
  for (size_t index = 0; index < store->command_count; index++) {
    bind_text(store, add_command, 1, store->commands[index].id);
    bind_text(store, add_command, 2, store->commands[index].door);
    bind_text(store, add_command, 3, LITERAL("unlock"));
    bind_text(store, add_command, 4, LITERAL("pending"));
    bind_integer(store, add_command, 5, now);
    bind_integer(store, add_command, 6, now + 10000);
    bind_text(store, add_command, 7, none);
    bind_text(store, add_command, 8, OWNER);
    bind_text(store, add_command, 9, none);
    run(store, add_command);
  }
  for (size_t index = 0; index < store->command_tap_count; index++) {
    command_tap_row *row = &store->command_taps[index];
    bind_text(store, add_command_tap, 1, row->command);
    bind_integer(store, add_command_tap, 2, row->sequence);
    bind_text(store, add_command_tap, 3, row->key);
    bind_text(store, add_command_tap, 4, row->device);
    bind_integer(store, add_command_tap, 5, row->is_link);
    bind_integer(store, add_command_tap, 6, 0);
    bind_integer(store, add_command_tap, 7, row->is_charged);
    run(store, add_command_tap);
  }
}

static void remember_attempts(benchmark_store *store, int64_t now) {
  run(store, days);
  for (size_t index = 0; index < store->attempt_count; index++) {
    attempt_row *row = &store->attempts[index];
    bind_text(store, remember, 1, store->attempt_taps[index]->id);
    bind_text(store, remember, 2, store->attempt_taps[index]->sender);
    bind_blob(store, remember, 3, row->content.bytes, row->content.count);
    bind_integer(store, remember, 4, now);
    bind_integer(store, remember, 5, row->sequence);
    bind_text(store, remember, 6, row->command);
    bind_text(store, remember, 7, row->answer);
    run(store, remember);
  }
  run(store, days);
}

size_t benchmark_store_decide(
    benchmark_store *store, const benchmark_tap *taps, size_t count, int64_t now) {
  if (count > batch_limit || now / 86400000 != store->day) abort();
  store->memory.used = 0;
  store->entry_count = store->attempt_count = store->command_count = 0;
  store->command_tap_count = store->door_count = 0;
  table_clear(&store->taps);
  table_clear(&store->doors);
  run(store, begin);
  while (step(store, settings)) column(store, settings, 0), column(store, settings, 1);
  reset(store, settings);
  find_targets(store, taps, count);
  find_attempts(store, taps, count);
  find_keys(store, count);
  find_devices(store, taps, count);
  find_throttles(store, taps, count);
  step(store, log_size);
  int64_t first = column_integer(store, log_size, 0, 0);
  reset(store, log_size);
  step(store, installation);
  column(store, installation, 0), column(store, installation, 1);
  reset(store, installation);
  size_t granted = 0;
  for (size_t index = 0; index < count; index++)
    granted += decide(store, &taps[index], index, first, now);
  append_log(store, first);
  add_commands(store, now);
  save_throttles(store);
  remember_attempts(store, now);
  run(store, commit);
  return granted;
}

// MARK: - Opening

static uint64_t prepared_statements;

static int count_statement(
    void *nothing, int action, const char *one, const char *two, const char *three,
    const char *four) {
  (void)nothing, (void)one, (void)two, (void)three, (void)four;
  if (action == SQLITE_SELECT || action == SQLITE_INSERT || action == SQLITE_UPDATE
      || action == SQLITE_DELETE || action == SQLITE_TRANSACTION)
    prepared_statements++;
  return SQLITE_OK;
}

static int watch(sqlite3 *handle, char **message, const void *routines) {
  (void)message, (void)routines;
  return sqlite3_set_authorizer(handle, count_statement, NULL);
}

void benchmark_watch_statements(void) {
  sqlite3_auto_extension((void (*)(void))watch);
}

uint64_t benchmark_prepared_statements(void) { return prepared_statements; }

static const char *const texts[statement_count] = {
    [begin] = "BEGIN IMMEDIATE",
    [settings] = "SELECT name, value FROM setting",
    [days] = "SELECT day FROM tap_day ORDER BY day DESC",
    [key_facts] =
        "SELECT k.door, k.holder, k.state, k.valid_from, k.valid_until, k.schedule,"
        " k.max_uses, k.uses, d.mode, d.confirm, d.time_zone, d.exceptions"
        " FROM key k JOIN door d ON d.id = k.door WHERE k.id = ?1",
    [doors] =
        "SELECT id, name, site, time_zone, mode, confirm, exceptions, lock, removed, secret"
        " FROM door WHERE id = ?1",
    [device_facts] =
        "SELECT v.holder, v.state, v.removed, iif(v.holder IS NULL, 'active', h.state), v.pseudonym,"
        " h.pseudonym, v.shown_version, coalesce(h.secret, v.secret)"
        " FROM device v LEFT JOIN holder h ON h.id = v.holder WHERE v.id = ?1",
    [log_size] = "SELECT coalesce(max(seq) + 1, 0) FROM log_leaf",
    [installation] = "SELECT id, secret FROM installation",
    [charge] =
        "UPDATE key SET uses = uses + 1 WHERE id = ?1 AND (max_uses IS NULL OR uses < max_uses)",
    [in_flight] =
        "SELECT id, door, verb, state, decided_at, deadline, sent_at, owner, detail"
        " FROM command INDEXED BY command_in_flight"
        " WHERE door = ?1 AND state IN ('pending', 'sent') ORDER BY id",
    [find_throttle] =
        "SELECT tokens_full_at, refusals_full_at, minute, noted, remembered"
        " FROM throttle WHERE subject = ?1",
    [save_throttle] = "REPLACE INTO throttle VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [add_leaf] = "INSERT INTO log_leaf VALUES (?1, ?2)",
    [add_body] = "INSERT INTO log_body VALUES (?1, ?2)",
    [count_nodes] = "SELECT coalesce(max(idx) + 1, 0) FROM log_tile WHERE level = ?1",
    [find_leaves] = "SELECT hash FROM log_leaf WHERE seq >= ?1 AND seq < ?2 ORDER BY seq",
    [find_nodes] =
        "SELECT hash FROM log_tile WHERE level = ?1 AND idx >= ?2 AND idx < ?3 ORDER BY idx",
    [add_node] = "INSERT INTO log_tile VALUES (?1, ?2, ?3)",
    [add_command] = "INSERT INTO command VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL)",
    [add_command_tap] = "INSERT INTO command_tap VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [commit] = "COMMIT",
};

static void prepare(benchmark_store *store, int statement, const char *sql) {
  check(
      store, sqlite3_prepare_v3(store->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                &store->statements[statement], NULL));
}

benchmark_store *benchmark_store_open(
    const char *path, const benchmark_router *router, int64_t day, uint64_t seed) {
  benchmark_store *store = calloc(1, sizeof *store);
  store->router = *router;
  store->scheme = (benchmark_bytes){router->schemes.bytes + 1, router->schemes.bytes[0]};
  store->seed = seed;
  store->day = day;
  store->algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
  store->context = EVP_MD_CTX_new();
  store->memory = (arena){malloc(32 << 20), 0, 32 << 20};
  check(
      store, sqlite3_open_v2(path, &store->handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, NULL));
  // The settings of Pragma.common.
  check(
      store,
      sqlite3_exec(
          store->handle,
          "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
          "PRAGMA cell_size_check = ON; PRAGMA recursive_triggers = ON; PRAGMA temp_store = MEMORY;"
          "PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 0;"
          "PRAGMA journal_size_limit = 6291456",
          NULL, NULL, NULL));
  sqlite3_db_config(store->handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
  sqlite3_db_config(store->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  for (int index = 0; index < statement_count; index++)
    if (texts[index]) prepare(store, index, texts[index]);
  char sql[160];
  snprintf(
      sql, sizeof sql,
      "SELECT content, decided_at, seq, command, answer FROM tap_%lld WHERE id = ?1 AND sender = ?2",
      (long long)day);
  prepare(store, find, sql);
  snprintf(
      sql, sizeof sql, "INSERT INTO tap_%lld VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", (long long)day);
  prepare(store, remember, sql);
  return store;
}

void benchmark_store_checkpoint(benchmark_store *store) {
  check(
      store,
      sqlite3_wal_checkpoint_v2(store->handle, "main", SQLITE_CHECKPOINT_RESTART, NULL, NULL));
}

void benchmark_store_close(benchmark_store *store) {
  for (int index = 0; index < statement_count; index++) sqlite3_finalize(store->statements[index]);
  sqlite3_close(store->handle);
  EVP_MD_CTX_free(store->context);
  EVP_MD_free(store->algorithm);
  free(store->memory.start);
  free(store);
}

void benchmark_store_settle(const char *path) {
  benchmark_store *store = calloc(1, sizeof *store);
  check(store, sqlite3_open_v2(path, &store->handle, SQLITE_OPEN_READWRITE, NULL));
  check(store, sqlite3_exec(store->handle, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL));
  sqlite3_close(store->handle);
  free(store);
}

static void add_rows(benchmark_store *store, const char *sql) {
  sqlite3_stmt *row;
  check(store, sqlite3_prepare_v2(store->handle, sql, -1, &row, NULL));
  int status;
  while ((status = sqlite3_step(row)) == SQLITE_ROW)
    for (int place = 0; place < sqlite3_column_count(row); place++) {
      const void *bytes = sqlite3_column_blob(row, place);
      int count = sqlite3_column_bytes(row, place);
      EVP_DigestUpdate(store->context, &count, sizeof count);
      EVP_DigestUpdate(store->context, bytes, (size_t)count);
    }
  check(store, status);
  sqlite3_finalize(row);
}

void benchmark_store_digest(const char *path, int64_t day, uint8_t digest[32]) {
  benchmark_store *store = calloc(1, sizeof *store);
  store->context = EVP_MD_CTX_new();
  check(store, sqlite3_open_v2(path, &store->handle, SQLITE_OPEN_READWRITE, NULL));
  EVP_DigestInit_ex2(store->context, EVP_sha256(), NULL);
  char sql[64];
  snprintf(sql, sizeof sql, "SELECT * FROM tap_%lld", (long long)day);
  add_rows(store, "SELECT * FROM log_leaf");
  add_rows(store, "SELECT * FROM log_body");
  add_rows(store, "SELECT * FROM log_tile");
  add_rows(store, "SELECT * FROM command");
  add_rows(store, "SELECT * FROM command_tap");
  add_rows(store, "SELECT id, uses FROM key WHERE uses > 0");
  add_rows(store, "SELECT * FROM throttle");
  add_rows(store, sql);
  EVP_DigestFinal_ex(store->context, digest, NULL);
  EVP_MD_CTX_free(store->context);
  sqlite3_close(store->handle);
  free(store);
}
