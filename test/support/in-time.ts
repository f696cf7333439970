/**
 * Whether the work settles before a timer of `ms` that begins with it. For work that timers of this process bound: these come in their
 * order, however busy the machine is, while a time that is measured would hold what else the machine did.
 */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let inTime = true;
  const timer = setTimeout(() => {
    inTime = false;
  }, ms);
  await work.then(
    () => undefined,
    () => undefined,
  );
  clearTimeout(timer);
  return inTime;
}
