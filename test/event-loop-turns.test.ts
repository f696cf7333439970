import test from 'ava';
import { actingForAccount } from '../src/acting-account.js';
import { EventLoopTurns } from '../src/event-loop-turns.js';

const usedMs = () => process.threadCpuUsage().user / 1_000;

/** Occupies the event loop (ms of CPU). */
function work(ms: number): void {
  const end = usedMs() + ms;
  while (usedMs() < end);
}

/** Runs pieces of work that continue together. @returns how many of them ran in each turn of the event loop */
async function turnsOf(pieces: number, ms: number, order: number[] = []): Promise<number[]> {
  const turns = new EventLoopTurns();
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const ran: number[] = [];
  const piece = async (index: number) => {
    await turns.next();
    // What follows in promises belongs to the piece.
    await Promise.resolve();
    work(ms);
    ran.push(turn);
    order.push(index);
  };
  await Promise.all(Array.from({ length: pieces }, (_, index) => piece(index)));
  clearImmediate(counting);
  return Object.values(Object.groupBy(ran, String)).map((group) => group?.length ?? 0);
}

test.serial('long work that continues together is divided over turns of the event loop, in its order', async (t) => {
  const order: number[] = [];
  const inTurns = await turnsOf(8, 5, order);
  t.true(Math.max(...inTurns) <= 2, inTurns.join());
  t.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7]);
});

test.serial('short work that continues together shares a turn', async (t) => {
  const inTurns = await turnsOf(500, 0);
  t.true(inTurns.length < 50, inTurns.join());
});

test.serial('work that comes after long work in the same turn continues in a later one, and without it at once', async (t) => {
  const turns = new EventLoopTurns();
  t.is(turns.room(), undefined);
  work(10);
  const later = turns.room();
  t.true(later instanceof Promise);
  await later;
});

test.serial('accounts take turns', async (t) => {
  const turns = new EventLoopTurns();
  const order: string[] = [];
  const piece = (account: string) => actingForAccount(account, () => turns.next().then(() => order.push(account)));
  await Promise.all(['heavy', 'heavy', 'heavy', 'light', 'other'].map(piece));
  t.deepEqual(order, ['heavy', 'light', 'other', 'heavy', 'heavy']);
});
