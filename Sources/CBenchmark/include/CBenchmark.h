#pragma once
// What the hot paths are compared with: the same work in C, with nothing around it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// MARK: Measuring

/// How often this thread has asked for memory. The benchmark brings its own malloc for this, so it
/// cannot be linked as a fully static executable.
uint64_t benchmark_allocations(void);
/// The wall clock that only goes forward, in nanoseconds.
uint64_t benchmark_wall(void);
/// The processor time of this thread, in nanoseconds.
uint64_t benchmark_processor(void);
/// Gives back what was freed, and begins to watch how much memory is resident at most.
void benchmark_watch_memory(void);
/// The most since then of the whole process, in bytes.
uint64_t benchmark_peak_memory(void);

// MARK: Links

/// The names of LinkNames: each behind a byte with its length.
typedef struct {
  const uint8_t *bytes;
  size_t count;
} benchmark_bytes;

typedef struct {
  benchmark_bytes bare_prefix, schemes, hosts;
} benchmark_router;

/// `rejection` is a place in LinkRejection.allCases, or -1; the rest counts only then.
typedef struct {
  int32_t rejection;
  /// 0 bare, 1 custom, 2 universal.
  uint8_t form;
  /// 0 unlock, 1 open.
  uint8_t command;
  uint8_t is_signed;
  uint32_t id_start, id_end;
} benchmark_link;

benchmark_link benchmark_route(const benchmark_router *router, const uint8_t *link, size_t count);
/// Routes all links that often and gives a sum that depends on every answer.
uint64_t benchmark_route_all(
    const benchmark_router *router, const benchmark_bytes *links, size_t count, size_t times);

// MARK: Decisions

/// AccessFacts, enumerations by their place; instants that are absent are INT64_MIN and INT64_MAX.
typedef struct {
  bool is_conflict, is_clock_skewed, is_signed;
  int32_t rejection;
  int64_t age, maximum_age;
  uint8_t target, phone, key_state, hours, mode, confirmation;
  bool is_device_suspended, is_holder_suspended, is_holder_right;
  int64_t valid_from, valid_until;
  bool has_uses_left, is_link, is_confirmed, is_device_throttled, is_door_throttled;
} benchmark_facts;

/// 0 granted, 1 opened, else 2 and the place of the reason in Refusal.Reason.allCases.
int32_t benchmark_decide(const benchmark_facts *facts, int64_t now);
uint64_t benchmark_decide_all(
    const benchmark_facts *facts, size_t count, size_t times, int64_t now);

// MARK: Local time

/// Sets the zone of the C library for this process.
void benchmark_set_zone(const char *name);
/// Seconds east of UTC that localtime_r has for the second since 1970.
int64_t benchmark_offset(int64_t second);
/// Asks for all seconds that often and gives the sum of the offsets.
uint64_t benchmark_offset_all(const int64_t *seconds, size_t count, size_t times);

/// A window of a schedule: days from bit 0 for Monday, minutes of the day, half-open.
typedef struct {
  uint8_t days;
  int16_t from, until;
} benchmark_window;

/// benchmark_decide_all, with `hours` found at each one's instant in milliseconds first.
uint64_t benchmark_decide_hours(
    const benchmark_facts *facts, size_t count, size_t times, const benchmark_window *windows,
    size_t window_count, const int64_t *instants);

// MARK: Taps

/// A tap whose texts outlive the call. An item's payload is its type.
typedef struct {
  benchmark_bytes id, sender, device, payload, channel;
  int64_t tapped_at;
  bool is_item;
} benchmark_tap;

typedef struct benchmark_store benchmark_store;

/// Opens the database of a store and prepares all statements. `day` is that of the taps, since
/// 1970-01-01; its table must exist.
benchmark_store *benchmark_store_open(
    const char *path, const benchmark_router *router, int64_t day, uint64_t seed);
/// Decides the taps in one transaction and gives how many were granted. Ends the program when the
/// database does not do as it should: what is measured would mean nothing.
size_t benchmark_store_decide(
    benchmark_store *store, const benchmark_tap *taps, size_t count, int64_t now);
void benchmark_store_checkpoint(benchmark_store *store);
void benchmark_store_close(benchmark_store *store);
/// SHA-256 over the log, the day's attempts, the commands and the uses of a database.
void benchmark_store_digest(const char *path, int64_t day, uint8_t digest[32]);

/// How many statements the connections have compiled that were opened since the call of
/// `benchmark_watch_statements`.
void benchmark_watch_statements(void);
uint64_t benchmark_prepared_statements(void);

/// Moves everything of a database that nobody has open into its one file.
void benchmark_store_settle(const char *path);

// MARK: Sets

/// Issues every phone its set and writes the sets to a file, and gives how many there were. Only
/// for phones whose holders have plain keys. Ends the program when anything else is found.
size_t benchmark_generate(const char *path, const char *output, int64_t now);

// MARK: Tokens

/// How many bytes the text of a token has.
#define BENCHMARK_TOKEN_LENGTH 59

typedef struct benchmark_tokens benchmark_tokens;

benchmark_tokens *benchmark_tokens_open(const char *path);
/// Looks tokens up by the digests of their texts, which stand one behind the other, in one
/// transaction, and gives how many hold.
size_t benchmark_tokens_authenticate(
    benchmark_tokens *tokens, const char *texts, size_t count, int64_t now);
void benchmark_tokens_close(benchmark_tokens *tokens);

// MARK: The log

/// Recomputes the log of a database from its entries, compares every leaf and node that is stored,
/// and gives how many entries there are, and the root over them. Ends the program when one differs.
uint64_t benchmark_log_verify(const char *path, uint8_t root[32]);

// MARK: The disk

/// Copies a database's file, makes it durable, and removes what lies beside the copy; false when it
/// cannot.
bool benchmark_copy(const char *source, const char *copy);
/// Removes a database's file and what lies beside it.
void benchmark_remove(const char *path);

/// Opens a file of one page for `benchmark_overwrite`; negative when it cannot.
int benchmark_page_open(const char *path);
/// Overwrites the page and waits until it is durable; nanoseconds.
uint64_t benchmark_page_overwrite(int file);
