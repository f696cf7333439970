/**
 * A value created at first use and then kept, so that the start does not wait for it. For creations of a few
 * milliseconds in synchronous code; otherwise use `import()`. Errors of `make` are thrown, and the next call tries
 * again.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
