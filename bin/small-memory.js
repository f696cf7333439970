/**
 * Size of the semi-spaces for new objects (MB) of the main thread and of each thread. Node's own 64 MB stay resident
 * twice in each of them.
 */
const SEMI_SPACE_MB = 16;
/**
 * Percentage by which a heap may grow before garbage is collected. V8 itself lets small heaps grow several times as
 * large, and keeps what they took.
 */
const HEAP_GROWTH_PERCENT = 30;
/**
 * Arenas of the allocator of glibc: by default each thread may get some, and keeps what was freed in them
 * (`man 3 mallopt`).
 */
const ARENAS = '2';

/**
 * Starts this process again, in place and under the same id, with settings that keep its resident memory small: they
 * only count from the start. What the operator has set stays. Does nothing where a process cannot be replaced
 * (Windows), or where a parent talks to this one.
 */
export function restartWithSmallMemory() {
  const isSet = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].some((text) => text.includes('semi-space-size'));
  if (isSet || process.execve === undefined || process.platform === 'win32' || process.send !== undefined) return;
  const flags = [
    `--heap-growing-percent=${HEAP_GROWTH_PERCENT}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    '--disable-warning=ExperimentalWarning',
    ...process.execArgv,
  ];
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: ARENAS,
    ...process.env,
  });
}
