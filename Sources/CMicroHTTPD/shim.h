#pragma once
#include <microhttpd.h>

// What MHD_start_daemon(3), which is variadic, is given.
struct keyway_http_daemon {
  int socket;
  const char *certificate;  // NULL without TLS
  const char *private_key;
  unsigned int connections;
  unsigned int seconds_of_silence;
  size_t memory;
  void *context;
  MHD_AccessHandlerCallback handler;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connected;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
};

// Targets stay as they were sent.
static inline size_t keyway_http_leave(void *context, struct MHD_Connection *connection, char *text) {
  size_t length = 0;
  (void)context;
  (void)connection;
  while (text[length]) length++;
  return length;
}

static inline struct MHD_Daemon *keyway_http_start(const struct keyway_http_daemon *daemon) {
  // Polling in every mode: with epoll the library stalls when exactly 128 sockets are ready.
  unsigned int flags = MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)daemon->certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)daemon->private_key},
      {MHD_OPTION_END, 0, NULL}};
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  if (daemon->certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags, 0, NULL, NULL, daemon->handler, daemon->context, MHD_OPTION_LISTEN_SOCKET,
      daemon->socket, MHD_OPTION_CONNECTION_LIMIT, daemon->connections,
      MHD_OPTION_CONNECTION_TIMEOUT, daemon->seconds_of_silence,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, daemon->memory, MHD_OPTION_STRICT_FOR_CLIENT, 1,
      MHD_OPTION_NOTIFY_COMPLETED, daemon->completed, daemon->context,
      MHD_OPTION_NOTIFY_CONNECTION, daemon->connected, daemon->context,
      MHD_OPTION_URI_LOG_CALLBACK, daemon->target, daemon->context, MHD_OPTION_UNESCAPE_CALLBACK,
      keyway_http_leave, NULL, MHD_OPTION_ARRAY, daemon->certificate ? tls : none,
      MHD_OPTION_END);
}

// MHD_get_connection_info(3) is variadic, and answers with a union.
static inline int keyway_http_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

static inline const struct sockaddr *keyway_http_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

static inline void *keyway_http_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// Names of enumerations that Swift imports in another form.
static inline void keyway_http_headers(
    struct MHD_Connection *connection, MHD_KeyValueIterator each, void *context) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, each, context);
}

static inline struct MHD_Response *keyway_http_response(const void *bytes, size_t size) {
  return MHD_create_response_from_buffer(size, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

static inline int keyway_http_is_start(enum MHD_ConnectionNotificationCode event) {
  return event == MHD_CONNECTION_NOTIFY_STARTED;
}
