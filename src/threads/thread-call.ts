/** A function that runs in a thread: `module`, which the thread imports at the first call, exports it as `name`. */
export interface ThreadFunction<Input, Output> {
  module: string;
  name: string;
  /** The types of input and output; the property itself is never set. */
  types?: (input: Input) => Output;
}

/**
 * Returns a reference to an exported function, for calls in a thread.
 * @param module as `new URL('./file.js', import.meta.url)`. Input and output are copied (structured clone), so they
 * must not contain functions or class instances.
 */
export const threadFunction = <F extends (input: never) => unknown>(
  module: URL,
  name: string,
): ThreadFunction<Parameters<F>[0], Awaited<ReturnType<F>>> => ({
  module: module.href,
  name,
});

/** The message to a thread: a call. */
export interface ThreadCall {
  module: string;
  name: string;
  input: unknown;
}

/** The message from a thread: the result of a call. */
export type ThreadAnswer = { output: unknown } | { error: unknown };
