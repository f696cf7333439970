/**
 * Returns a function that creates a value at its first call and caches it, so that the start does not wait for it. For
 * synchronous creations of a few milliseconds; for longer ones use `import()`. Errors of `make` are thrown, and the
 * next call tries again.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Returns a function that creates a value at its first call and caches it. A failure is not cached: the next call
 * retries.
 */
export function lazyAsync<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
