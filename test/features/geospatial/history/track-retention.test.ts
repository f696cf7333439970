import 'reflect-metadata';
import test from 'ava';
import type { GeospatialConfig } from '../../../../src/features/geospatial/geospatial.config.js';
import type { CallsignRepository } from '../../../../src/features/geospatial/history/objects/callsign.repository.js';
import type { MovingObjectRepository } from '../../../../src/features/geospatial/history/objects/moving-object.repository.js';
import type { TrackRepository } from '../../../../src/features/geospatial/history/track.repository.js';
import type { TrackPartitions } from '../../../../src/features/geospatial/history/track-partitions.repository.js';
import { TrackRetention } from '../../../../src/features/geospatial/history/track-retention.service.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { DAY } from '../../../support/service-for.js';

/** Returns the retention that is applied to partitions and objects when tracks are kept for `trackDays`. */
async function asked(trackDays: number) {
  const clock = new ManualClock();
  const found: { lengths?: readonly number[]; daysAhead?: number; unseenDays?: number; uncalledDays?: number } = {};
  const partitions = {
    make: async ({ lengths, daysAhead }: { lengths: readonly number[]; daysAhead: number }) =>
      void Object.assign(found, { lengths, daysAhead }),
    expired: async () => [],
  };
  const objects = {
    forget: async (since: number) => {
      found.unseenDays = (clock.now() - since) / DAY;
      return 0;
    },
  };
  const callsigns = {
    forget: async (since: number) => {
      found.uncalledDays = (clock.now() - since) / DAY;
      return 0;
    },
  };
  const retention = new TrackRetention(
    {} as TrackRepository,
    partitions as unknown as TrackPartitions,
    objects as unknown as MovingObjectRepository,
    callsigns as unknown as CallsignRepository,
    { trackDays } as GeospatialConfig,
    clock,
  );
  await retention.makePartitions(AbortSignal.timeout(60_000));
  await retention.forget(AbortSignal.timeout(60_000));
  return found;
}

test('tracks that are kept for more than 200 days are stored by 30 days, and others by day', async (t) => {
  t.like(await asked(200), { lengths: [1], daysAhead: 3 });
  t.like(await asked(201), { lengths: [30, 1], daysAhead: 3 });
});

test('objects are known for 90 days after they were last seen, or as long as their tracks', async (t) => {
  t.is((await asked(2)).unseenDays, 90);
  t.is((await asked(91)).unseenDays, 91);
});

test('callsigns are known for two days longer than tracks, so that the oldest flight has its callsign', async (t) => {
  t.is((await asked(7)).uncalledDays, 9);
});
