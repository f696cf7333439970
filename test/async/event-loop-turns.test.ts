import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import { actingForAccount } from '../../src/async/account-context.js';
import { YieldTimer } from '../../src/async/cooperative-yield.js';
import { ownTurn } from '../../src/async/event-loop-turns.js';

/**
 * Does `pieces` pieces of work for an account, each in its own turn of the event loop. Each piece adds the account to
 * `begun`.
 */
async function work(account: string, pieces: number, begun: string[]): Promise<void> {
  for (let piece = 0; piece < pieces; piece += 1) {
    await ownTurn();
    begun.push(account);
  }
}

test.serial('in each turn of the event loop, one of the waiting tasks continues', async (t) => {
  const begun: string[] = [];
  const all = Promise.all(Array.from({ length: 20 }, () => work('ada', 2, begun)));
  const counts: number[] = [];
  for (let before = 0; begun.length < 40; before = begun.length) {
    await nextTurn();
    counts.push(begun.length - before);
  }
  await all;
  t.is(Math.max(...counts), 1);
});

test.serial('accounts take turns, however many tasks of one account wait', async (t) => {
  const begun: string[] = [];
  const many = Array.from({ length: 20 }, () => actingForAccount('ada', () => work('ada', 1, begun)));
  await Promise.all([...many, actingForAccount('bob', () => work('bob', 3, begun))]);
  t.is(begun.length, 23);
  t.true(begun.lastIndexOf('bob') < 7, begun.join());
});

test.serial('slices of several calculations never run in the same turn', async (t) => {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  t.teardown(() => clearImmediate(counting));
  const turns: number[] = [];
  const calculate = async () => {
    const slices = new YieldTimer();
    for (let slice = 0; slice < 3; slice += 1) {
      await slices.next();
      turns.push(turn);
    }
  };
  await Promise.all(Array.from({ length: 5 }, calculate));
  t.is(new Set(turns).size, 15);
});
