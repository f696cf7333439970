const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns the CPU time of each turn of the event loop during some work (ms). */
export async function turnsOf(work: () => Promise<unknown>): Promise<number[]> {
  const turns: number[] = [];
  let [isOver, turnedAt] = [false, usedMs()];
  const record = () => {
    const now = usedMs();
    turns.push(now - turnedAt);
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
  return turns;
}

/** Returns the CPU time of the longest turn of the event loop during some work (ms). */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => Math.max(...(await turnsOf(work)));
