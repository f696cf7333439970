import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { GeoEventReport } from '../../geospatial/geo-event.js';
import { SeaLanes, type SeaPort } from '../../geospatial/simulator/sea-lanes.js';
import { simulatedEvents } from '../../geospatial/simulator/simulated-events.js';
import { SimulatedShips } from '../../geospatial/simulator/simulated-ships.js';
import { distanceMeters } from '../../geospatial/sphere.js';
import type { Happening, Topic } from './happening.js';

/** The seed of the map's simulator, which is independent of the seed of the markets. */
const MAP_SEED = 1;
/** Periods (ms) in each of which one incident of a vessel, and one in a port, occurs. */
const SHIP_PERIOD_MS = 2 * HOUR_MS;
const PORT_PERIOD_MS = 6 * HOUR_MS;
/** Events with a duration are reported this long after their start (ms), when they have grown. */
const NOTICED_AFTER_MS = 12 * HOUR_MS;
/** Minimum severity of events that are reported. */
const MIN_SEVERITY = 2;

const breakdowns = [
  'engine failure',
  'a steering gear failure',
  'a fire in its engine room',
  'a cargo shift in heavy weather',
  'a blackout',
] as const;
const topicsOfEvents: Partial<Record<GeoEventReport['type'], Topic>> = {
  earthquake: 'earthquake',
  storm: 'storm',
  wildfire: 'wildfire',
  flood: 'flood',
  volcano: 'volcano',
};

/** Finds the incidents of the simulated map: its natural events, and incidents of its vessels and ports. */
export class MapHappenings {
  private constructor(
    private readonly ships: SimulatedShips,
    private readonly ports: readonly SeaPort[],
  ) {}

  static async create(): Promise<MapHappenings> {
    const lanes = new SeaLanes();
    return new MapHappenings(await SimulatedShips.create(MAP_SEED, lanes), lanes.ports);
  }

  /** Returns the incidents in `(from, to]` (ms). */
  between(from: number, to: number): Happening[] {
    return [
      ...this.events(from, to),
      ...periodic(SHIP_PERIOD_MS, 'ship', from, to, this.incident),
      ...periodic(PORT_PERIOD_MS, 'port', from, to, this.delay),
    ];
  }

  private events(from: number, to: number): Happening[] {
    return simulatedEvents(MAP_SEED, to).flatMap(({ key, type, startedAt }) => {
      const topic = topicsOfEvents[type];
      const at = startedAt.getTime() + (type === 'earthquake' ? 0 : NOTICED_AFTER_MS);
      if (topic === undefined || at <= from || at > to) return [];
      // The report describes the event at that time, not at the end of the range.
      const event = simulatedEvents(MAP_SEED, at).find((one) => one.key === key);
      return event === undefined || event.severity < MIN_SEVERITY ? [] : [happeningOf(event, topic, at)];
    });
  }

  private readonly incident = (key: number, at: number): Happening | undefined => {
    const { mmsis } = this.ships;
    const mmsi = mmsis[mix(key, 1) % mmsis.length] as number;
    const [position, name] = [this.ships.placeOf(mmsi, at), this.ships.nameOf(mmsi)];
    if (position === undefined || name === undefined) return undefined;
    const { lat, lon } = position;
    const port = this.ports.reduce((nearest, one) =>
      metersTo(one, lat, lon) < metersTo(nearest, lat, lon) ? one : nearest,
    );
    const distance = String(Math.max(5, Math.round(metersTo(port, lat, lon) / 5_000) * 5));
    const cause = breakdowns[mix(key, 2) % breakdowns.length] as string;
    const values = { ship: titled(name), mmsi: String(mmsi), port: port.name, distance, cause };
    return {
      key: `ship ${at}`,
      at,
      topic: 'breakdown',
      values,
      symbols: [],
      position: { lat, lon },
      weight: 0.2 + 0.5 * unit(key, 3),
    };
  };

  private readonly delay = (key: number, at: number): Happening => {
    const port = this.ports[mix(key, 1) % this.ports.length] as SeaPort;
    const [isStrike, count] = [mix(key, 2) % 3 === 0, String(8 + (mix(key, 3) % 40))];
    const values = { port: port.name, count };
    const position = { lat: port.lat, lon: port.lon };
    return {
      key: `port ${at}`,
      at,
      topic: isStrike ? 'strike' : 'congestion',
      values,
      symbols: [],
      position,
      weight: 0.3 + 0.6 * unit(key, 4),
    };
  };
}

function happeningOf(
  { key, type, title, magnitude, position, severity }: GeoEventReport,
  topic: Topic,
  at: number,
): Happening {
  const place = title
    .replace(/ \(simulated\)$/, '')
    .replace(/^(?:M [\d.]+ earthquake, |Tropical storm, \d+ kts, |Wildfire, |Flood, |Eruption of )/, '');
  const size = magnitude?.value.toFixed(type === 'earthquake' ? 1 : 0) ?? '';
  return {
    key,
    at,
    topic,
    values: { place, size, decimal: size.replace('.', ',') },
    symbols: [],
    position,
    weight: severity / 5,
  };
}

/** Makes one happening in each period, at a random moment. @returns the happenings in `(from, to]` (ms) */
function periodic(
  everyMs: number,
  name: string,
  from: number,
  to: number,
  make: (key: number, at: number) => Happening | undefined,
): Happening[] {
  const first = Math.floor(from / everyMs);
  const last = Math.floor(to / everyMs);
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const key = keyOf(MAP_SEED, `${name} ${first + index}`);
    const at = Math.floor((first + index + unit(key, 0)) * everyMs);
    return at > from && at <= to ? make(key, at) : undefined;
  }).flatMap((one) => one ?? []);
}

const metersTo = (port: SeaPort, lat: number, lon: number): number => distanceMeters(lat, lon, port.lat, port.lon);

/** Returns a name in title case: `PACIFIC DAWN` becomes `Pacific Dawn`. */
const titled = (name: string): string => name.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());
