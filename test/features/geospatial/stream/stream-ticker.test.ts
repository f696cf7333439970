import test from 'ava';
import { StreamTicker, TICK_MS } from '../../../../src/features/geospatial/stream/stream-ticker.js';
import { liveState } from '../../../support/live-state.js';
import { ManualTimers } from '../../../support/manual-timers.js';

test('a stream whose check fails does not keep other streams, or itself, from being woken', async (t) => {
  const { picture, clock } = liveState();
  const timers = new ManualTimers(clock);
  const logged: Array<{ err?: unknown }> = [];
  const log = { error: (fields: object) => logged.push(fields) };
  const ticker = new StreamTicker(picture, timers, clock, log as never);
  const open = new Promise<void>(() => {});
  const failure = new Error('no state');
  const woken: string[] = [];
  const failing = ticker.join(open, () => {
    throw failure;
  });
  const other = ticker.join(open);
  for (let tick = 1; tick <= 2; tick += 1) {
    void failing.nextTick().then(() => woken.push(`failing ${tick}`));
    void other.nextTick().then(() => woken.push(`other ${tick}`));
    await timers.advance(TICK_MS);
  }
  t.deepEqual(woken, ['failing 1', 'other 1', 'failing 2', 'other 2']);
  t.deepEqual(
    logged.map(({ err }) => err),
    [failure, failure],
  );
  failing.leave();
  other.leave();
});
