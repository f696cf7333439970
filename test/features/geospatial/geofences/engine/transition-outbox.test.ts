import 'reflect-metadata';
import test from 'ava';
import { TransitionOutbox } from '../../../../../src/features/geospatial/geofences/engine/transition-outbox.js';
import type {
  Outgoing,
  TransitionWriter,
} from '../../../../../src/features/geospatial/geofences/store/transition-writer.service.js';
import { createLog } from '../../../../../src/logging/log.js';
import { ManualClock } from '../../../../support/manual-clock.js';

test('the outbox writes no further batch while publishing is not allowed, and continues afterwards', async (t) => {
  const reported: Outgoing[] = [];
  let canPublish = true;
  const writer: Pick<TransitionWriter, 'write'> = {
    write: async (batch) => {
      reported.push(...batch);
      canPublish = false;
    },
  };
  const outbox = new TransitionOutbox(writer as TransitionWriter, new ManualClock(), createLog({ logLevel: 'silent' }));
  const all = Array.from({ length: 600 }, (_, index): Outgoing => ({ type: 'ended', fenceId: `fence ${index}` }));
  for (const one of all) outbox.put(one);
  await outbox.flush(() => canPublish);
  t.is(outbox.length, 350);
  await outbox.flush(() => canPublish);
  t.is(reported.length, 250);
  await outbox.flush();
  t.deepEqual(reported, all);
});
