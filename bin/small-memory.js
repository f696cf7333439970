import { setFlagsFromString } from 'node:v8';

/**
 * Maximum size of a semi-space for new objects (MB) of the main thread. With Node's default of 64 MB, it keeps up to
 * twice that much resident.
 */
const SEMI_SPACE_MB = 16;
/** The same for each other thread. A smaller one costs such a thread some CPU time, but delays no request. */
const THREAD_SEMI_SPACE_MB = 8;
/**
 * Percentage by which a heap may grow before garbage is collected. Without this limit, V8 lets small heaps grow to
 * several times their size and does not return that memory.
 */
const HEAP_GROWTH_PERCENT = 30;
/**
 * Number of allocation arenas of glibc. Without this limit, each thread may have several, which keep freed memory
 * (`man 3 mallopt`).
 */
const ARENAS = '2';
/**
 * Size of buffers (bytes) from which on glibc returns their memory to the system as soon as they are freed
 * (`man 3 mallopt`). Without this setting it rises to the size of the largest buffer that was freed, such as an
 * uploaded file, and smaller ones stay resident from then on. Large bodies arrive in buffers of this size: with a
 * larger value, four uploads of 8 MB leave 80 MB resident. It costs some 0.3 µs of CPU time for each read from a
 * socket, and half a millisecond for each MB of a body.
 */
const RETURNED_BYTES = '65536';

const ownFlags = [`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`, `--max-semi-space-size=${SEMI_SPACE_MB}`];

/**
 * Replaces this process (same process id) by one with settings that keep its resident memory small, which only take
 * effect at the start of a process. Settings of the operator have precedence. Does nothing on Windows, which cannot
 * replace a process, or if the parent has an IPC channel to this process.
 */
export function restartWithSmallMemory() {
  if (ownFlags.every((flag) => process.execArgv.includes(flag))) {
    // V8 reads the limit when it creates the heap of a thread, and prefers it to the thread's own `resourceLimits`.
    setFlagsFromString(`--max-semi-space-size=${THREAD_SEMI_SPACE_MB}`);
    return;
  }
  const isSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => text.includes('semi-space-size'));
  if (isSet || process.execve === undefined || process.platform === 'win32' || process.send !== undefined) return;
  const flags = [...ownFlags, '--disable-warning=ExperimentalWarning', ...process.execArgv];
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: ARENAS,
    MALLOC_MMAP_THRESHOLD_: RETURNED_BYTES,
    ...process.env,
  });
}
