// Recognising tokens in C: the text's digest, one look-up, and whether the token holds.
#include <openssl/evp.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "CBenchmark.h"

struct benchmark_tokens {
  sqlite3 *handle;
  sqlite3_stmt *token, *begin, *commit;
  EVP_MD *algorithm;
  EVP_MD_CTX *context;
};

static void require(benchmark_tokens *tokens, bool holds, const char *what) {
  if (holds) return;
  fprintf(stderr, "benchmark: %s: %s\n", what, sqlite3_errmsg(tokens->handle));
  exit(70);
}

benchmark_tokens *benchmark_tokens_open(const char *path) {
  benchmark_tokens *tokens = calloc(1, sizeof *tokens);
  static const char sql[] =
      "SELECT t.id, t.role, t.device, t.expires_at, t.pseudonym, v.state, v.removed"
      " FROM token t LEFT JOIN device v ON v.id = t.device WHERE t.digest = ?1";
  require(
      tokens,
      sqlite3_open_v2(path, &tokens->handle, SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE, NULL)
              == SQLITE_OK
          && sqlite3_prepare_v2(tokens->handle, sql, -1, &tokens->token, NULL) == SQLITE_OK
          && sqlite3_prepare_v2(tokens->handle, "BEGIN", -1, &tokens->begin, NULL) == SQLITE_OK
          && sqlite3_prepare_v2(tokens->handle, "COMMIT", -1, &tokens->commit, NULL) == SQLITE_OK,
      "the database does not open");
  tokens->algorithm = EVP_MD_fetch(NULL, "SHA256", NULL);
  tokens->context = EVP_MD_CTX_new();
  return tokens;
}

static void run(sqlite3_stmt *statement) {
  sqlite3_step(statement);
  sqlite3_reset(statement);
}

static bool holds(benchmark_tokens *tokens, const char *text, int64_t now) {
  uint8_t digest[32];
  if (EVP_DigestInit_ex2(tokens->context, tokens->algorithm, NULL) != 1
      || EVP_DigestUpdate(tokens->context, text, BENCHMARK_TOKEN_LENGTH) != 1
      || EVP_DigestFinal_ex(tokens->context, digest, NULL) != 1)
    abort();
  sqlite3_bind_blob(tokens->token, 1, digest, sizeof digest, SQLITE_STATIC);
  bool is_good = sqlite3_step(tokens->token) == SQLITE_ROW
                 && (sqlite3_column_type(tokens->token, 3) == SQLITE_NULL
                     || sqlite3_column_int64(tokens->token, 3) > now)
                 && strcmp((const char *)sqlite3_column_text(tokens->token, 5), "active") == 0
                 && sqlite3_column_int(tokens->token, 6) == 0;
  sqlite3_reset(tokens->token);
  return is_good;
}

size_t benchmark_tokens_authenticate(
    benchmark_tokens *tokens, const char *texts, size_t count, int64_t now) {
  size_t good = 0;
  run(tokens->begin);
  for (size_t index = 0; index < count; index++)
    good += holds(tokens, texts + index * BENCHMARK_TOKEN_LENGTH, now);
  run(tokens->commit);
  return good;
}

void benchmark_tokens_close(benchmark_tokens *tokens) {
  sqlite3_finalize(tokens->token);
  sqlite3_finalize(tokens->begin);
  sqlite3_finalize(tokens->commit);
  sqlite3_close(tokens->handle);
  EVP_MD_CTX_free(tokens->context);
  EVP_MD_free(tokens->algorithm);
  free(tokens);
}
