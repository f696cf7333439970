import 'reflect-metadata';
import test from 'ava';
import { TakeOverRunner } from '../../../../src/features/geospatial/history/objects/take-over.runner.js';
import { ManualClock } from '../../../support/manual-clock.js';

/**
 * Returns whether a process that takes over restores the saved state.
 * @param isOpen whether the process has followed the leader
 */
async function restores(passedMs: number, isOpen: boolean): Promise<boolean> {
  const clock = new ManualClock();
  let restored = 0;
  const live = {
    restoredAt: clock.now(),
    start: async () => {
      restored += 1;
    },
  };
  clock.advance(passedMs);
  await new TakeOverRunner(live as never, { isOpen } as never, clock).start();
  return restored > 0;
}

test('the saved state is restored a minute or more after the last time, unless the process followed the leader', async (t) => {
  t.deepEqual([await restores(59_999, false), await restores(60_000, false)], [false, true]);
  t.deepEqual([await restores(59_999, true), await restores(60_000, true)], [false, false]);
});
