#pragma once
#include <microhttpd.h>
#include <stdarg.h>
#include <stdio.h>

// MHD_start_daemon and MHD_get_connection_info are variadic, which Swift cannot call, and a logger
// gets a va_list.
struct keyway_mhd_callbacks {
  void *context;
  MHD_AccessHandlerCallback answer;
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

struct keyway_mhd_log {
  char text[512];
};

// Keeps what the library said last.
static inline void keyway_mhd_note(void *context, const char *format, va_list arguments) {
  struct keyway_mhd_log *log = (struct keyway_mhd_log *)context;
  vsnprintf(log->text, sizeof log->text, format, arguments);
}

// The certificate and its key are nil, or end with a zero and outlive the daemon, as the log does.
static inline struct MHD_Daemon *keyway_mhd_start(
    unsigned flags, MHD_socket listener, unsigned connections, size_t memory,
    const char *certificate, const char *key, const char *priorities,
    const struct keyway_mhd_callbacks *callbacks, struct keyway_mhd_log *log) {
  struct MHD_OptionItem encryption[] = {
    {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
    {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
    {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)priorities},
    {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  if (certificate) flags |= MHD_USE_TLS;
  return MHD_start_daemon(
      flags | MHD_USE_ERROR_LOG, 0, NULL, NULL, callbacks->answer, callbacks->context,
      MHD_OPTION_EXTERNAL_LOGGER, &keyway_mhd_note, log,
      MHD_OPTION_LISTEN_SOCKET, listener,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
      MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
      MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
      MHD_OPTION_URI_LOG_CALLBACK, callbacks->target, callbacks->context,
      MHD_OPTION_UNESCAPE_CALLBACK, callbacks->unescape, callbacks->context,
      MHD_OPTION_ARRAY, certificate ? encryption : none, MHD_OPTION_END);
}

static inline MHD_socket keyway_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : MHD_INVALID_SOCKET;
}

static inline const struct sockaddr *keyway_mhd_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// What the callback for connections keeps with this one.
static inline void *keyway_mhd_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// From the method to the empty line with its end, in bytes.
static inline size_t keyway_mhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
