// AccessPolicy in C: the same rules in the same order.
#include "CBenchmark.h"

// The order of Refusal.Reason, behind the two answers that refuse nothing.
enum {
  granted, opened, tap_conflict, malformed_link, stale_tap, clock_skew, bad_signature, throttled,
  unknown_key, unknown_device, wrong_holder, revoked, suspended, not_yet_valid, expired, zone_unavailable,
  wrong_day, outside_hours, uses_exhausted, door_disabled, door_locked_down, confirmation_required,
};

enum { target_unknown, target_door_id, target_removed, target_action, target_key };
enum { phone_none, phone_unknown, phone_removed, phone_known };
enum { key_active, key_suspended, key_revoked };
enum { hours_inside, hours_wrong_day, hours_outside, hours_zone_unavailable };
enum { mode_normal, mode_locked_down, mode_disabled };
enum { confirm_never, confirm_links, confirm_always };

__attribute__((noinline)) int32_t benchmark_decide(const benchmark_facts *facts, int64_t now) {
  if (facts->is_conflict) return tap_conflict;
  if (facts->rejection >= 0) return malformed_link;
  if (facts->age > facts->maximum_age) return stale_tap;
  if (facts->age < 0 || facts->is_clock_skewed) return clock_skew;
  if (facts->is_signed) return bad_signature;
  if (facts->is_device_throttled) return throttled;

  bool is_key = facts->target == target_key;
  if (facts->target == target_unknown || facts->target == target_door_id) return unknown_key;
  if (facts->phone == phone_unknown) return unknown_device;
  if (is_key && !facts->is_holder_right) return wrong_holder;
  if (facts->target == target_removed) return revoked;
  if (is_key && facts->key_state == key_revoked) return revoked;
  if (facts->phone == phone_removed) return revoked;
  if (is_key && facts->key_state == key_suspended) return suspended;
  if (facts->is_device_suspended || facts->is_holder_suspended) return suspended;
  if (facts->target == target_action) return opened;

  if (now < facts->valid_from) return not_yet_valid;
  if (now >= facts->valid_until) return expired;
  if (facts->hours == hours_zone_unavailable) return zone_unavailable;
  if (facts->hours == hours_wrong_day) return wrong_day;
  if (facts->hours == hours_outside) return outside_hours;
  if (!facts->has_uses_left) return uses_exhausted;

  if (facts->mode == mode_disabled) return door_disabled;
  if (facts->mode == mode_locked_down) return door_locked_down;
  bool needs_confirmation = facts->confirmation == confirm_always
      || (facts->confirmation == confirm_links && facts->is_link);
  if (needs_confirmation && !facts->is_confirmed) return confirmation_required;
  return facts->is_door_throttled ? throttled : granted;
}

uint64_t benchmark_decide_all(
    const benchmark_facts *facts, size_t count, size_t times, int64_t now) {
  uint64_t sum = 0;
  for (size_t time = 0; time < times; time++)
    for (size_t index = 0; index < count; index++)
      sum += (uint64_t)benchmark_decide(&facts[index], now);
  return sum;
}
