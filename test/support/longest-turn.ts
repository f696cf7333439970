const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns the CPU time of the longest turn of the event loop during some work (ms). */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let [longest, isOver, turnedAt] = [0, false, usedMs()];
  const record = () => {
    const now = usedMs();
    longest = Math.max(longest, now - turnedAt);
    turnedAt = now;
  };
  const watch = () => {
    record();
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  record();
  isOver = true;
  return longest;
}
