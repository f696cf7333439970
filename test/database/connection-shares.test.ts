import test from 'ava';
import { ConnectionShares, UNSHARED } from '../../src/database/connection-shares.js';
import { NoConnectionFree } from '../../src/database/database-errors.js';

const PATIENT_MS = 600_000;

/**
 * Requests `wanted` connections for an owner.
 * @returns for each connection granted at once, the function that gives it back
 */
async function takeAll(shares: ConnectionShares, owner: string, wanted: number) {
  const given: Array<() => void> = [];
  for (let count = 0; count < wanted; count += 1) void shares.take(owner).then((putBack) => given.push(putBack));
  await new Promise((resolve) => setImmediate(resolve));
  return given;
}

test('one owner gets half of the connections, a second one part of the rest, and one stays free for the next', async (t) => {
  const shares = new ConnectionShares(10, PATIENT_MS);
  const ada = await takeAll(shares, 'ada', 12);
  const bob = await takeAll(shares, 'bob', 12);
  const eve = await takeAll(shares, 'eve', 12);
  const dan = await takeAll(shares, 'dan', 1);
  t.deepEqual([ada.length, bob.length, eve.length, dan.length], [5, 3, 1, 1]);
  t.is(shares.state.free, 0);
  // Gives back all connections, since a waiting request keeps the process alive.
  while (shares.state.free < shares.state.size) {
    for (const putBack of [ada, bob, eve, dan].flatMap((given) => given.splice(0))) putBack();
    await new Promise((resolve) => setImmediate(resolve));
  }
});

test('waiting owners are served in turn, however many requests of one owner are ahead', async (t) => {
  const shares = new ConnectionShares(1, PATIENT_MS);
  const order: string[] = [];
  let putBack = await shares.take('first');
  const turns = [...Array(5).fill('ada'), 'bob', 'eve'].map((owner) =>
    shares.take(owner).then((back) => {
      order.push(owner);
      putBack = back;
    }),
  );
  for (const _ of turns) {
    putBack();
    await new Promise((resolve) => setImmediate(resolve));
  }
  t.deepEqual(order, ['ada', 'bob', 'eve', 'ada', 'ada', 'ada', 'ada']);
  t.is(shares.state.free, 0);
});

test('a request that waits too long fails and does not affect later ones', async (t) => {
  const shares = new ConnectionShares(1, 20);
  const putBack = await shares.take('ada');
  t.deepEqual([shares.state.free, shares.state.waiting], [0, 0]);
  await t.throwsAsync(shares.take('bob'), { instanceOf: NoConnectionFree });
  t.true(shares.state.stuckMs > 0);
  putBack();
  t.deepEqual(shares.state, { size: 1, free: 1, waiting: 0, stuckMs: 0 });
  (await shares.take('eve'))();
});

test('work without an owner may use every free connection', async (t) => {
  const shares = new ConnectionShares(4, PATIENT_MS);
  const given = await takeAll(shares, UNSHARED, 5);
  t.is(given.length, 4);
  given[0]?.();
  await new Promise((resolve) => setImmediate(resolve));
  t.deepEqual([given.length, shares.state.waiting], [5, 0]);
});
