import { Config } from '../../src/config/config.js';
import type { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import { GeospatialConfig } from '../../src/features/geospatial/geospatial.config.js';
import type { AircraftReport, VesselReport } from '../../src/features/geospatial/observation.js';
import { ReceptionCounter } from '../../src/features/geospatial/reception/reception-counter.js';
import type { GeoSourceParts } from '../../src/features/geospatial/source-parts.js';
import { createLog } from '../../src/logging/log.js';
import { MemoryBudgetStore } from '../../src/upstream/budget/memory-budget-store.js';
import { HttpUpstreams } from '../../src/upstream/client/http-upstreams.js';
import { FeedRegistry } from '../../src/upstream/feed-status.js';
import { ManualClock } from './manual-clock.js';
import { ManualTimers } from './manual-timers.js';
import { VENDOR_MS } from './peer-times.js';

export interface TestSourceParts extends GeoSourceParts {
  clock: ManualClock;
  timers: ManualTimers;
  vessels: VesselReport[];
  aircraft: AircraftReport[];
}

/**
 * Returns the dependencies of sources, and the reports of the sources. Only the test advances the time, and no
 * connection is opened.
 */
export function sourceParts(env: Record<string, string> = {}): TestSourceParts {
  const config = new Config(
    { SVC_ENV: 'test', SVC_JWT_SECRET: 'x'.repeat(40), SVC_DATA_SECRET: 'x'.repeat(40), ...env },
    [GeospatialConfig],
  );
  const clock = new ManualClock();
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'silent' });
  const [vessels, aircraft]: [VesselReport[], AircraftReport[]] = [[], []];
  return {
    config: config.of(GeospatialConfig),
    seed: 1,
    upstreams: new HttpUpstreams({
      feeds,
      budgets: new MemoryBudgetStore(clock),
      clock,
      log,
      userAgent: 'Watchfloor/test',
      timeoutMs: VENDOR_MS,
    }),
    feeds,
    clock,
    timers: new ManualTimers(clock),
    log,
    sink: { takeVessel: (report) => vessels.push(report) > 0, takeAircraft: (report) => aircraft.push(report) > 0 },
    events: { report: async () => 0 } as unknown as GeoEvents,
    takeWorld: async () => {},
    takeFlights: async () => {},
    reception: new ReceptionCounter(config.of(GeospatialConfig)),
    tables: { validators: async () => undefined, store: async () => {} },
    transits: { latestDay: async () => undefined, store: async () => {} },
    vessels,
    aircraft,
  };
}
