#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic, which Swift cannot call: one function for
// each type of value.
static inline CURLcode keyway_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode keyway_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode keyway_curl_set_bytes(CURL *handle, const void *bytes, long count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, (char *)bytes) : code;
}

static inline CURLcode keyway_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}

static inline CURLcode keyway_curl_on_socket(
    CURL *handle, curl_opensocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_OPENSOCKETDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, callback) : code;
}

static inline CURLcode keyway_curl_on_closing(
    CURL *handle, curl_closesocket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_CLOSESOCKETDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_CLOSESOCKETFUNCTION, callback) : code;
}

static inline CURLcode keyway_curl_on_connection(
    CURL *handle, curl_prereq_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback) : code;
}

static inline CURLcode keyway_curl_on_header(
    CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, callback) : code;
}

static inline CURLcode keyway_curl_on_body(
    CURL *handle, curl_write_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
  return code == CURLE_OK ? curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, callback) : code;
}

static inline CURLcode keyway_curl_status(CURL *handle, long *status) {
  return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
}
