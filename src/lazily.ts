/**
 * A value that is made when it is first asked for, and kept: what a start does not need, it does not wait for. For what takes a few
 * milliseconds where nobody can be made to wait; otherwise `import()`. What `make` throws is thrown, and the next call tries again.
 */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
