// DeepLinkRouter in C: the same checks in the same order, so that every refusal has the same reason.
#include "CBenchmark.h"

// The order of LinkRejection.
enum {
  empty_input, too_long, control_char, whitespace, non_ascii, backslash, illegal_char, bad_scheme,
  scheme_not_allowed, no_authority, unknown_form, percent_encoded, userinfo, host_mismatch, port,
  empty_host, unknown_command, missing_id, dot_segment, empty_segment, empty_id, trailing_slash,
  extra_segment, id_too_long, bad_id_char, unexpected_query, duplicate_param, unexpected_fragment,
};

enum { bare, custom, universal };

static inline bool ends_path(uint8_t byte) { return byte == '?' || byte == '#'; }
static inline bool ends_authority(uint8_t byte) { return byte == '/' || ends_path(byte); }
static inline uint8_t folded(uint8_t byte) {
  return (uint8_t)(byte - 'A') < 26 ? byte | 0x20 : byte;
}
static inline bool can_start(uint8_t byte) {
  return (uint8_t)(byte - '0') < 10 || (uint8_t)((byte | 0x20) - 'a') < 26;
}

static inline uint8_t offence(uint8_t byte) {
  uint8_t offence = (uint8_t)(byte - 0x21) > 0x5D;
  offence |= byte == '"';
  offence |= (byte | 2) == '>';
  offence |= (byte | 2) == '^';
  offence |= byte == '`';
  offence |= (uint8_t)(byte - '{') < 3;
  return offence;
}

static inline uint8_t id_offence(uint8_t byte) {
  uint8_t fits = (uint8_t)(byte - '0') < 10;
  fits |= (uint8_t)((byte | 0x20) - 'a') < 26;
  fits |= byte == '-';
  fits |= byte == '_';
  return fits ^ 1;
}

static int first_offender(const uint8_t *link, size_t count) {
  for (size_t index = 0; index < count; index++) {
    uint8_t byte = link[index];
    if (!offence(byte)) continue;
    if (byte < 0x20 || byte == 0x7F) return control_char;
    if (byte == 0x20) return whitespace;
    if (byte >= 0x80) return non_ascii;
    return byte == '\\' ? backslash : illegal_char;
  }
  return -1;
}

static bool is_scheme(const uint8_t *bytes, size_t count) {
  if (count == 0 || (uint8_t)(folded(bytes[0]) - 'a') >= 26) return false;
  for (size_t index = 0; index < count; index++) {
    uint8_t byte = bytes[index];
    if (byte != '+' && byte != '-' && byte != '.' && !can_start(byte)) return false;
  }
  return true;
}

/// Where one of the names ends that stands at `start`, or 0: no name is empty.
static inline size_t name_end(
    benchmark_bytes names, const uint8_t *link, size_t count, size_t start, bool is_host) {
  for (size_t place = 0; place < names.count;) {
    size_t length = names.bytes[place];
    size_t end = start + length;
    bool fits = is_host ? end <= count && (end == count || ends_authority(link[end]))
                        : end < count && link[end] == ':';
    if (fits) {
      uint8_t difference = 0;
      for (size_t index = 0; index < length; index++)
        difference |= names.bytes[place + 1 + index] ^ folded(link[start + index]);
      if (difference == 0) return end;
    }
    place += 1 + length;
  }
  return 0;
}

static bool is_https(const uint8_t *link, size_t count) {
  return count > 5 && link[5] == ':' && (link[0] | 0x20) == 'h' && (link[1] | 0x20) == 't'
      && (link[2] | 0x20) == 't' && (link[3] | 0x20) == 'p' && (link[4] | 0x20) == 's';
}

static bool has_bare_prefix(benchmark_bytes prefix, const uint8_t *link, size_t count) {
  if (prefix.count >= count || link[prefix.count] != '/') return false;
  for (size_t index = 0; index < prefix.count; index++)
    if (link[index] != prefix.bytes[index]) return false;
  return true;
}

static int form_rejection(const uint8_t *link, size_t count) {
  size_t end = 0;
  bool has_percent = false;
  for (; end < count && link[end] != ':' && !ends_authority(link[end]); end++)
    if (link[end] == '%') has_percent = true;
  if (end < count && link[end] == ':')
    return is_scheme(link, end) ? scheme_not_allowed : bad_scheme;
  return has_percent ? percent_encoded : unknown_form;
}

static int authority_rejection(const uint8_t *link, size_t count, size_t start, int last) {
  bool has_percent = false, has_at = false, has_colon = false;
  size_t end = start;
  for (; end < count && !ends_authority(link[end]); end++) {
    if (link[end] == '%') has_percent = true;
    if (link[end] == '@') has_at = true;
    if (link[end] == ':') has_colon = true;
  }
  if (has_percent) return percent_encoded;
  if (has_at) return userinfo;
  if (end > start && link[start] == '[') return host_mismatch;
  if (has_colon) return port;
  return end > start ? last : empty_host;
}

static size_t id_start(const uint8_t *link, size_t count, size_t path, int form) {
  if (path >= count || link[path] != '/') return 0;
  if (form != universal) return path + 1;
  return path + 2 < count && link[path + 1] == 'u' && link[path + 2] == '/' ? path + 3 : 0;
}

static int path_rejection(const uint8_t *link, size_t count, size_t path, int form) {
  bool has_percent = false, has_dot = false, has_empty = false, has_extra = false;
  bool ends_with_slash = false, has_id = false;
  size_t id_length = 0;
  int id_index = form == universal;
  size_t position = path;
  for (int index = 0; position < count && link[position] == '/'; index++) {
    size_t start = ++position;
    for (; position < count && !ends_authority(link[position]); position++)
      if (link[position] == '%') has_percent = true;
    size_t length = position - start;
    if (ends_with_slash) has_empty = true;
    ends_with_slash = length == 0;
    if (length == 1 && link[start] == '.') has_dot = true;
    if (length == 2 && link[start] == '.' && link[start + 1] == '.') has_dot = true;
    if (index == id_index) has_id = true, id_length = length;
    if (index > id_index) has_extra = true;
  }
  if (has_percent) return percent_encoded;
  if (!has_id) return missing_id;
  if (has_dot) return dot_segment;
  if (has_empty) return empty_segment;
  if (form == universal && !id_start(link, count, path, form)) return unknown_command;
  if (id_length == 0) return empty_id;
  if (ends_with_slash) return trailing_slash;
  if (has_extra) return extra_segment;
  return id_length > 64 ? id_too_long : bad_id_char;
}

/// The bit of one of our keys, 0 for a tracker, -1 for an unknown key.
static inline int query_key(unsigned __int128 name) {
#define WIDE(high, low) ((unsigned __int128)(high) << 64 | (low))
  if (name >> 64) {
    if (name == WIDE(0x75746D5F, 0x63616D706169676E)) return 0;
    if (name == WIDE(0x75746D, 0x5F636F6E74656E74)) return 0;
    if (name == WIDE(0x7574, 0x6D5F6D656469756D)) return 0;
    if (name == WIDE(0x7574, 0x6D5F736F75726365)) return 0;
    return -1;
  }
  switch ((uint64_t)name) {
  case 0x657870: return 1;
  case 0x6B6964: return 2;
  case 0x6E: return 4;
  case 0x736967: return 8;
  case 0x75746D5F6964: case 0x75746D5F7465726D: case 0x6662636C6964: case 0x67636C6964:
  case 0x6D73636C6B6964: case 0x6D635F636964: case 0x6D635F656964:
    return 0;
  default: return -1;
  }
}

/// -1, or why the query behind `start` is refused.
static inline int read_query(
    const uint8_t *link, size_t count, size_t start, uint8_t *seen, size_t *end) {
  bool repeats = false, encodes = false;
  size_t position = start;
  do {
    size_t first = position;
    unsigned __int128 name = 0;
    for (position++; position < count && link[position] != '#' && link[position] != '&'
         && link[position] != '='; position++)
      name = name << 8 | link[position];
    while (position < count && link[position] != '#' && link[position] != '&') position++;
    int bit = query_key(name);
    if (bit < 0) return unexpected_query;
    if (bit == 0) continue;
    if (*seen & bit) repeats = true;
    *seen |= bit;
    for (size_t index = first; index < position; index++)
      if (link[index] == '%') encodes = true;
  } while (position < count && link[position] == '&');
  *end = position;
  if (repeats) return duplicate_param;
  return encodes ? percent_encoded : -1;
}

static inline int rejection_of(
    const benchmark_router *router, const uint8_t *link, size_t count, benchmark_link *answer) {
  if (count == 0) return empty_input;
  if (count > 2048) return too_long;
  uint8_t offences = 0;
  for (size_t index = 0; index < count; index++) offences |= offence(link[index]);
  if (offences) return first_offender(link, count);

  size_t path;
  answer->command = 0;
  size_t scheme = name_end(router->schemes, link, count, 0, false);
  if (scheme || is_https(link, count)) {
    answer->form = scheme ? custom : universal;
    size_t colon = scheme ? scheme : 5;
    if (colon + 2 >= count || link[colon + 1] != '/' || link[colon + 2] != '/')
      return no_authority;
    size_t start = colon + 3;
    if (scheme) {
      uint64_t packed = 0;
      for (path = start; path < count && !ends_authority(link[path]); path++)
        packed = packed << 8 | (link[path] | 0x20);
      if (packed == 0x6F70656E) answer->command = 1;
      else if (packed != 0x756E6C6F636B)
        return authority_rejection(link, count, start, unknown_command);
    } else {
      path = name_end(router->hosts, link, count, start, true);
      if (!path) return authority_rejection(link, count, start, host_mismatch);
    }
  } else if (has_bare_prefix(router->bare_prefix, link, count)) {
    answer->form = bare;
    path = router->bare_prefix.count;
  } else {
    return form_rejection(link, count);
  }

  size_t start = id_start(link, count, path, answer->form);
  if (!start) return path_rejection(link, count, path, answer->form);
  size_t end = start;
  while (end < count && !ends_path(link[end])) end++;
  uint8_t id_offences = end == start || end - start > 64 || !can_start(link[start]);
  if (!id_offences)
    for (size_t index = start; index < end; index++) id_offences |= id_offence(link[index]);
  if (id_offences) return path_rejection(link, count, path, answer->form);
  answer->id_start = (uint32_t)start;
  answer->id_end = (uint32_t)end;

  uint8_t seen = 0;
  if (end < count) {
    if (link[end] != '?') return unexpected_fragment;
    if (answer->form != universal) return unexpected_query;
    size_t last;
    int refused = read_query(link, count, end, &seen, &last);
    if (refused >= 0) return refused;
    if (last != count) return unexpected_fragment;
  }
  answer->is_signed = seen != 0;
  return -1;
}

__attribute__((noinline)) benchmark_link benchmark_route(
    const benchmark_router *router, const uint8_t *link, size_t count) {
  benchmark_link answer = {0};
  answer.rejection = rejection_of(router, link, count, &answer);
  return answer;
}

uint64_t benchmark_route_all(
    const benchmark_router *router, const benchmark_bytes *links, size_t count, size_t times) {
  uint64_t sum = 0;
  for (size_t time = 0; time < times; time++)
    for (size_t index = 0; index < count; index++) {
      benchmark_link answer = benchmark_route(router, links[index].bytes, links[index].count);
      sum += answer.rejection < 0 ? answer.id_end : (uint64_t)answer.rejection;
    }
  return sum;
}
