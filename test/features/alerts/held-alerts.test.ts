import 'reflect-metadata';
import test from 'ava';
import { HeldAlerts } from '../../../src/features/alerts/run/held-alerts.service.js';
import { ManualClock } from '../../support/manual-clock.js';

type Parts = ConstructorParameters<typeof HeldAlerts>;

/** Returns a service for accounts with waiting alerts, some of which fail, and the accounts that it read. */
function scene(accounts: string[], failing: Set<string>) {
  const read: string[] = [];
  const alerts = {
    accountsWithHeld: async (after: string) => accounts.filter((id) => id > after),
    holdHeld: async (id: string) => {
      read.push(id);
      if (failing.has(id)) throw new Error(`no ${id}`);
      return [];
    },
    save: async () => {},
  };
  const limits = { at: async (ids: string[]) => new Map(ids.map((id) => [id, {}])) };
  const database = { transaction: (work: () => Promise<void>) => work() };
  const events = { publish: async () => {} };
  const parts = [alerts, limits, events, {}, database, new ManualClock()] as unknown as Parts;
  return { held: new HeldAlerts(...parts), read };
}

test('waiting alerts of an account are delivered although those of another one fail', async (t) => {
  const { held, read } = scene(['a', 'b', 'c'], new Set(['a', 'b']));
  await t.throwsAsync(held.release(), { message: 'no a' });
  t.deepEqual(read, ['a', 'b', 'c']);
});

test('after three failures the next call continues with the next account', async (t) => {
  const { held, read } = scene(['a', 'b', 'c', 'd', 'e'], new Set(['a', 'b', 'c']));
  await t.throwsAsync(held.release());
  t.deepEqual(read.splice(0), ['a', 'b', 'c']);
  await held.release();
  t.deepEqual(read.splice(0), ['d', 'e']);
  await t.throwsAsync(held.release());
  t.deepEqual(read, ['a', 'b', 'c']);
});
