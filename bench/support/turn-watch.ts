// This module is loaded into a measured service before its own code (`watchedTurns`). Measures the length of event loop
// turns in CPU time of the main thread, so that other processes on the machine do not count. Each line that arrives on
// the socket is answered with a report.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Turns shorter than this (ms) only count in the total. */
const KEPT_FROM_MS = 1;

/** Turns since the last report, in CPU time of the main thread. */
export interface TurnReport {
  /** The longest turn (ms). */
  longest: number;
  /** 90 % of the CPU time was used in turns of at most this length (ms). */
  p90: number;
  /** CPU time used (ms). */
  total: number;
}

const socketPath = process.env.BENCH_TURNS_SOCKET;
// Only the service itself is watched, not its threads and child processes. The launcher replaces its process once
// (bin/small-memory.js).
if (isMainThread && socketPath !== undefined && process.argv[1]?.endsWith('/bin/watchfloor.js') === true) {
  rmSync(socketPath, { force: true });
  watch(socketPath);
}

function watch(path: string): void {
  let turns: number[] = [];
  let total = 0;
  let before = usedMs();
  // A timer runs once per turn, and waiting uses no CPU time: the CPU time between two runs is the CPU time of one
  // turn.
  setInterval(() => {
    const now = usedMs();
    const turn = now - before;
    before = now;
    total += turn;
    if (turn >= KEPT_FROM_MS) turns.push(turn);
  }, 1).unref();
  const server = createServer((socket) => {
    socket
      .on('error', () => undefined)
      .on('data', () => {
        const report: TurnReport = { longest: Math.max(0, ...turns), p90: shareOfTime(turns, 0.9), total };
        socket.write(`${JSON.stringify(report)}\n`);
        turns = [];
        total = 0;
      });
    socket.unref();
  });
  server.listen(path).unref();
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Returns the length of turns below which the fraction `share` of the CPU time was used. */
function shareOfTime(turns: readonly number[], share: number): number {
  const sorted = [...turns].sort((one, other) => one - other);
  let left = share * sorted.reduce((sum, turn) => sum + turn, 0);
  for (const turn of sorted) {
    left -= turn;
    if (left <= 0) return turn;
  }
  return 0;
}
