import 'reflect-metadata';
import test from 'ava';
import { StoredSettingsRunner } from '../../../src/settings/stored-settings.runner.js';
import { SECOND_MS } from '../../../src/time/durations.js';
import { ManualClock } from '../../support/manual-clock.js';
import { ManualTimers } from '../../support/manual-timers.js';

test('settings are read at the start and every 30 seconds, also after a read that failed', async (t) => {
  const timers = new ManualTimers(new ManualClock());
  const [reads, warnings]: [string[], string[]] = [[], []];
  let isDown = false;
  const store = (name: string) => ({
    load: async () => {
      if (isDown) throw new Error('The database is down.');
      reads.push(name);
    },
  });
  // No server listens on this port, so no notification arrives.
  const database = { connection: { host: '127.0.0.1', port: 1 } };
  const log = { warn: (_fields: unknown, message: string) => warnings.push(message) };
  const runner = new StoredSettingsRunner(
    store('settings') as never,
    store('feeds') as never,
    database as never,
    timers,
    log as never,
  );
  await runner.start();
  t.deepEqual(reads.splice(0), ['settings', 'feeds']);
  await timers.advance(30 * SECOND_MS - 1);
  t.deepEqual(reads, []);
  await timers.advance(1);
  t.deepEqual(reads.splice(0), ['settings', 'feeds']);
  isDown = true;
  await timers.advance(30 * SECOND_MS);
  t.deepEqual(warnings, ['Reading the settings of operators failed; repeating it later.']);
  isDown = false;
  await timers.advance(30 * SECOND_MS);
  t.deepEqual(reads.splice(0), ['settings', 'feeds']);
  await runner.stop();
  await timers.advance(60 * SECOND_MS);
  t.deepEqual(reads, []);
});
