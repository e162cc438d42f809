/*
 * Linked into the peers that are compiled here. When the process ends, it prints its resource usage: the processor time
 * of all its threads, to the microsecond. Neither Node nor the shell gives that for a child.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

static struct timespec started;

__attribute__((constructor)) static void start(void) { clock_gettime(CLOCK_MONOTONIC, &started); }

__attribute__((destructor)) static void report(void) {
  struct timespec ended;
  struct rusage used;
  clock_gettime(CLOCK_MONOTONIC, &ended);
  getrusage(RUSAGE_SELF, &used);
#ifdef __APPLE__
  long long resident = used.ru_maxrss;
#else
  long long resident = used.ru_maxrss * 1024LL;
#endif
  fprintf(stderr, "usage: elapsed %.6f user %.6f system %.6f resident %lld\n",
          (double)(ended.tv_sec - started.tv_sec) + (double)(ended.tv_nsec - started.tv_nsec) / 1e9,
          (double)used.ru_utime.tv_sec + (double)used.ru_utime.tv_usec / 1e6,
          (double)used.ru_stime.tv_sec + (double)used.ru_stime.tv_usec / 1e6, resident);
}
