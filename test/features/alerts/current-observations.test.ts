import 'reflect-metadata';
import test from 'ava';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import type { EventLog } from '../../../src/events/event-log.js';
import { CurrentObservations } from '../../../src/features/alerts/sources/current-observations.service.js';
import type { GeospatialApi } from '../../../src/features/geospatial/geospatial.api.js';
import type { MarketsApi } from '../../../src/features/markets/markets.api.js';
import { FeedRegistry } from '../../../src/upstream/feed-status.js';
import { ManualClock } from '../../support/manual-clock.js';

test('geo events are read from the start of the window, and observed in the order of their publication', async (t) => {
  const clock = new ManualClock();
  const asked: number[] = [];
  const event = (id: string, createdAt: number) => ({
    id,
    type: 'flood',
    severity: 2,
    position: { lat: 1, lon: 2 },
    createdAt: new Date(createdAt),
  });
  const geospatial = {
    events: async ({ from }: { from: Date }) => {
      asked.push(clock.now() - from.getTime());
      return { events: [event('later', 2), event('first', 1)] };
    },
  };
  const observations = new CurrentObservations(
    {} as MarketsApi,
    geospatial as unknown as GeospatialApi,
    new FeedRegistry(),
    {} as EventLog,
    new EventCatalog([]),
    clock,
  );
  const found = await observations.geoEvents(3_600);
  t.deepEqual(asked, [3_600_000]);
  t.deepEqual(
    found.map((one) => 'eventId' in one && one.eventId),
    ['first', 'later'],
  );
});
