import test from 'ava';
import { RefusalQueue } from '../../../src/http/load/refusal-queue.js';

/** Occupies the event loop (ms). */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test.serial('refusals are sent in their order and not before their time', async (t) => {
  const queue = new RefusalQueue(20);
  const began = performance.now();
  const sent: Array<[name: string, ms: number]> = [];
  const send = (name: string) =>
    new Promise<void>((resolve) => queue.add(() => resolve(void sent.push([name, performance.now() - began]))));
  const first = send('first');
  work(10);
  const second = send('second');
  t.is(queue.size, 2);
  await Promise.all([first, second]);
  t.deepEqual(
    sent.map(([name]) => name),
    ['first', 'second'],
  );
  // The delay is 20 ms; timers may run up to a millisecond early.
  t.true((sent[0]?.[1] ?? 0) >= 19 && (sent[1]?.[1] ?? 0) >= 29, JSON.stringify(sent));
  t.is(queue.size, 0);
});

test.serial('many refusals leave room for other work between them', async (t) => {
  const queue = new RefusalQueue(1);
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const turns = new Set<number>();
  const send = () =>
    new Promise<void>((resolve) =>
      queue.add(() => {
        work(1);
        turns.add(turn);
        resolve();
      }),
    );
  await Promise.all(Array.from({ length: 20 }, send));
  clearImmediate(counting);
  // At most four pieces of work of a millisecond each run in one turn.
  t.true(turns.size >= 5, `${turns.size}`);
  // A response that is added after all others were sent is sent too.
  await send();
});
