#pragma once
#include <sys/eventfd.h>

// The C library declares syncfs(2) for programs that ask for GNU's extensions only, which Swift's
// import of it does not.
extern int syncfs(int descriptor);

// Likewise POLLRDHUP of poll(2): the other side sends nothing more.
enum { keyway_POLLRDHUP = 0x2000 };
