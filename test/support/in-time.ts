const STEP_MS = 25;

/**
 * Whether the work settles within `ms` in which this process had its turns. The time is counted in short steps, one
 * after another: while the machine does something else, none passes, and timers of this process come in their order.
 */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let passedMs = 0;
  const timer = setInterval(() => {
    passedMs += STEP_MS;
  }, STEP_MS);
  await work.then(
    () => undefined,
    () => undefined,
  );
  clearInterval(timer);
  return passedMs <= ms;
}
