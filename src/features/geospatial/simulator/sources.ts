import { DAY_MS, MINUTE_MS } from '../../../time/durations.js';
import type { FeedSource } from '../../../upstream/feed-source.js';
import { pause } from '../../../upstream/supervisor/abortable-delay.js';
import { SIMULATOR } from '../data-origin.js';
import type { AircraftReport, VesselReport } from '../observation.js';
import { tableName } from '../reference-table.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';
import { readTable } from '../tables/read-tables.js';
import { SimulatedAircraft } from './simulated-aircraft.js';
import { simulatedEvents } from './simulated-events.js';
import { SimulatedShips } from './simulated-ships.js';

/** Interruption (s) after which the full state is sent in place of the missed reports. */
const MAX_CATCH_UP = 15;

/** Creates the source `simulator` of vessels that sail on real seas. */
export const shipSource: SourceMaker = (line, parts) => {
  if (line !== 'simulator') return undefined;
  const add = (ships: SimulatedShips, signal: AbortSignal) => parts.takeWorld(ships.vessels(), signal);
  return worldSource(
    'ais.simulator',
    parts,
    SimulatedShips.create,
    (report: VesselReport) => parts.sink.takeVessel(report),
    add,
  );
};

/** Creates the source `simulator` of aircraft that fly between real airports. */
export const aircraftSource: SourceMaker = (line, parts) => {
  if (line !== 'simulator') return undefined;
  const add = async (world: SimulatedAircraft, signal: AbortSignal) => {
    const routes = readTable('routes', Buffer.from(world.routes()));
    await parts.tables
      .store(tableName('routes', SIMULATOR), 'routes', routes, {})
      .catch((error: unknown) =>
        parts.log.warn({ component: 'simulator', err: error }, 'Storing the routes of simulated aircraft failed.'),
      );
    await parts.takeFlights(world.aircraft(), signal);
  };
  return worldSource(
    'adsb.simulator',
    parts,
    SimulatedAircraft.create,
    (report: AircraftReport) => parts.sink.takeAircraft(report),
    add,
  );
};

/**
 * Creates the source `simulator` of earthquakes, storms, fires, floods and eruptions. It first reports the events of
 * the last day.
 */
export const eventSource: SourceMaker = (line, { seed, clock, timers, events }) => {
  if (line !== 'simulator') return undefined;
  return {
    feed: 'events.simulator',
    provider: 'simulator',
    stallMs: 5 * MINUTE_MS,
    async run({ signal, accepted }) {
      let reported = clock.now() - DAY_MS;
      for (; !signal.aborted; await pause(timers, MINUTE_MS, signal)) {
        const now = clock.now();
        const news = simulatedEvents(seed, now).filter(
          ({ reportedAt }) => reportedAt.getTime() > reported || reported > now,
        );
        if (news.length > 0) await events.report(news);
        reported = now;
        accepted(news.length);
      }
    },
  };
};

interface World<Report> {
  all(second: number): Report[];
  due(second: number): Report[];
}

/**
 * Creates a source that sends the full state once, then the reports due in each second, including seconds that a late
 * timer has missed.
 * @param addPast stores the past of a new world, before the first report
 */
function worldSource<Report extends { receivedAt: number }, Made extends World<Report>>(
  feed: string,
  { seed, clock, timers }: GeoSourceParts,
  create: (seed: number) => Promise<Made>,
  take: (report: Report) => void,
  addPast?: (world: Made, signal: AbortSignal) => Promise<void>,
): FeedSource {
  let world: Made | undefined;
  return {
    feed,
    provider: 'simulator',
    stallMs: MINUTE_MS,
    async run({ signal, accepted }) {
      if (world === undefined) {
        world = await create(seed);
        await addPast?.(world, signal);
      }
      let sent = Number.NEGATIVE_INFINITY;
      for (; !signal.aborted; await pause(timers, 1_000, signal)) {
        const now = Math.floor(clock.now() / 1_000);
        const reports: Report[] = [];
        // If the clock was set back, the full state is sent again, since the same seconds repeat.
        if (now < sent || now - sent > MAX_CATCH_UP) reports.push(...world.all(now));
        else for (let second = sent + 1; second <= now; second += 1) reports.push(...world.due(second));
        for (const report of reports) {
          report.receivedAt = clock.now();
          take(report);
        }
        sent = now;
        accepted(reports.length);
      }
    },
  };
}
