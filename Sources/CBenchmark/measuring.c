#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "CBenchmark.h"

// glibc's own functions behind those that are replaced here.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// One for each thread, so that counting costs both sides next to nothing.
static _Thread_local uint64_t allocations;

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

uint64_t benchmark_allocations(void) { return allocations; }

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

uint64_t benchmark_wall(void) { return nanoseconds(CLOCK_MONOTONIC); }

uint64_t benchmark_processor(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

void benchmark_watch_memory(void) {
  malloc_trim(0);
  // proc(5): 5 sets the peak to what is resident now.
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, "5", 1) != 1) abort();
  close(file);
}

uint64_t benchmark_peak_memory(void) {
  FILE *file = fopen("/proc/self/status", "re");
  if (!file) abort();
  char line[256];
  unsigned long long kilobytes = 0;
  while (fgets(line, sizeof line, file) && sscanf(line, "VmHWM: %llu", &kilobytes) != 1) {}
  fclose(file);
  return kilobytes * 1024;
}

void benchmark_remove(const char *path) {
  static const char *const endings[] = {"", "-wal", "-shm", ".lock", "-lock"};
  char name[4096];
  for (size_t index = 0; index < sizeof endings / sizeof *endings; index++) {
    snprintf(name, sizeof name, "%s%s", path, endings[index]);
    unlink(name);
  }
}

bool benchmark_copy(const char *source, const char *copy) {
  benchmark_remove(copy);
  int from = open(source, O_RDONLY | O_CLOEXEC);
  int to = open(copy, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (from < 0 || to < 0) return false;
  ssize_t count;
  while ((count = copy_file_range(from, NULL, to, NULL, 1 << 30, 0)) > 0) {}
  bool is_whole = count == 0 && fsync(to) == 0;
  close(from);
  close(to);
  return is_whole;
}

static const size_t page_size = 4096;

int benchmark_page_open(const char *path) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return file;
  char page[4096] = {0};
  if (pwrite(file, page, page_size, 0) != (ssize_t)page_size || fsync(file)) return -1;
  return file;
}

uint64_t benchmark_page_overwrite(int file) {
  static char page[4096];
  page[0]++;
  uint64_t start = benchmark_wall();
  if (pwrite(file, page, page_size, 0) != (ssize_t)page_size || fdatasync(file)) abort();
  return benchmark_wall() - start;
}
