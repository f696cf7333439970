import 'reflect-metadata';
import type { ExecutionContext } from 'ava';
import { asc } from '../../src/database/drizzle.js';
import { eventInbox } from '../../src/database/event-schema.js';
import { DatabaseEventLog } from '../../src/events/database-event-log.js';
import { EventChangeSignal } from '../../src/events/event-change-signal.js';
import { EventSearchRepository } from '../../src/features/geospatial/events/event-search.repository.js';
import { EventSearch } from '../../src/features/geospatial/events/event-search.service.js';
import { GeoEventRepository } from '../../src/features/geospatial/events/geo-event.repository.js';
import { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import type { GeoEventReport } from '../../src/features/geospatial/geo-event.js';
import { ManualClock } from './manual-clock.js';
import { HOUR, MINUTE } from './service-for.js';
import { createTestDatabase } from './test-database.js';

/**
 * Returns a store of geo events on its own database, functions that make reports, and functions that return the stored
 * and the logged events.
 */
export async function worldOf(t: ExecutionContext) {
  const { database, drop } = await createTestDatabase();
  t.teardown(drop);
  const clock = new ManualClock(Date.UTC(2026, 5, 1));
  const log = new DatabaseEventLog(database, clock, new EventChangeSignal());
  const events = new GeoEvents(new GeoEventRepository(database), log, database, clock);
  const search = new EventSearch(new EventSearchRepository(database), clock);
  const now = clock.now();
  const at = (ms: number) => new Date(now + ms);
  const quake = (changes: Partial<GeoEventReport> = {}): GeoEventReport => ({
    provider: 'usgs',
    key: 'us1',
    type: 'earthquake',
    title: 'M 5.1 - somewhere',
    severity: 3,
    position: { lat: 10, lon: 20 },
    startedAt: at(-HOUR),
    endedAt: at(-HOUR),
    reportedAt: at(-30 * MINUTE),
    magnitude: { value: 5.1, unit: 'mb' },
    ...changes,
  });
  const fire = (changes: Partial<GeoEventReport> = {}): GeoEventReport =>
    quake({
      provider: 'eonet',
      key: 'EONET_1',
      type: 'wildfire',
      title: 'A fire',
      severity: 2,
      endedAt: null,
      magnitude: { value: 100, unit: 'acres' },
      ...changes,
    });
  const kept = async (limit = 50) => (await search.list({}, limit)).events;
  /** Returns the logged events, oldest first. */
  const logged = () => database.orm.select().from(eventInbox).orderBy(asc(eventInbox.id));
  const reported = async () =>
    (await logged()).map(({ type, data }) => `${type.slice('geo_event.'.length)} ${data.change}`);
  return { database, clock, events, search, at, quake, fire, kept, logged, reported };
}
