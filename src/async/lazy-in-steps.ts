import { YieldTimer } from './cooperative-yield.js';

/** A value that is created once, in steps, and then cached. */
export interface LazyInSteps<Value> {
  /**
   * Returns the value; executes the missing steps at once. An error of a step is thrown, and the next call starts
   * again.
   */
  (): Value;
  /**
   * Creates the value in slices of a few milliseconds, so that other requests are answered between them.
   * @throws the reason of the signal
   */
  prepare(signal?: AbortSignal): Promise<void>;
}

/** Returns a value that exists already in the form of one that is created in steps. */
export const existing = <Value>(value: Value): LazyInSteps<Value> =>
  Object.assign(() => value, { prepare: async () => {} });

/**
 * Returns a value that is created at the first use, like `lazy`, for creations that would block the event loop.
 * @param make yields after each step, which takes at most a few milliseconds, and returns the value
 */
export function lazyInSteps<Value>(make: () => Generator<void, Value>): LazyInSteps<Value> {
  let made: { value: Value } | undefined;
  let steps: Generator<void, Value> | undefined;
  /** Executes one step. @returns true when the value exists */
  const step = (): boolean => {
    if (made !== undefined) return true;
    steps ??= make();
    try {
      const { done, value } = steps.next();
      if (!done) return false;
      made = { value };
    } catch (error) {
      steps = undefined;
      throw error;
    }
    steps = undefined;
    return true;
  };
  const get = (): Value => {
    while (!step());
    return (made as { value: Value }).value;
  };
  const prepare = async (signal?: AbortSignal): Promise<void> => {
    const slices = new YieldTimer();
    while (!step()) if (slices.isOver) await slices.next(signal);
  };
  return Object.assign(get, { prepare });
}
