const STEP_MS = 25;

/**
 * Returns whether the work settles within `ms`. The time is counted in short timer steps, so time in which other
 * processes keep this one from running does not count.
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
