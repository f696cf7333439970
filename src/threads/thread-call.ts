/**
 * A function that a thread runs: exported under `name` by `module`, which the thread imports when it is first called.
 */
export interface ThreadFunction<Input, Output> {
  module: string;
  name: string;
  /** Never there: only says which types go in and come out. */
  types?: (input: Input) => Output;
}

/**
 * @param module as `new URL('./file.js', import.meta.url)`. What goes in and comes out is copied (structured clone),
 * so it holds no functions and no instances of classes.
 */
export const threadFunction = <F extends (input: never) => unknown>(
  module: URL,
  name: string,
): ThreadFunction<Parameters<F>[0], Awaited<ReturnType<F>>> => ({
  module: module.href,
  name,
});

/** The message to a thread. */
export interface ThreadCall {
  module: string;
  name: string;
  input: unknown;
}

/** The message from a thread. */
export type ThreadAnswer = { output: unknown } | { error: unknown };
