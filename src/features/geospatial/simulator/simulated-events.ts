import { DAY_MS, HOUR_MS } from '../../../durations.js';
import { keyOf, mix, unit } from '../../../simulation/noise.js';
import type { GeoEventReport, Magnitude } from '../geo-event.js';
import { destination } from '../sphere.js';
import { type EventCursor, eventPlaces } from './event-places.js';
import { sixDecimals } from './path.js';

/** How events of a type come and go. In each stretch of `everyMs` one begins. */
interface Pattern {
  type: keyof typeof eventPlaces;
  everyMs: number;
  /** 0 for what has no length. */
  lastsMs: readonly [number, number];
  /** Interval of updates while it is ongoing (ms). */
  updateMs: number;
  /** Knots at which it moves. */
  driftKnots: number;
  /** How strong it is; `share` goes up from 0 to 1 and down again while it lasts. */
  magnitude(luck: number, share: number): Magnitude | null;
  severity(magnitude: Magnitude | null, luck: number): number;
  title(place: string, magnitude: Magnitude | null): string;
}

const rounded = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const step = (value: number, ...bounds: readonly number[]): number => 1 + bounds.filter((bound) => value >= bound).length;

const patterns: readonly Pattern[] = [
  {
    type: 'earthquake',
    everyMs: HOUR_MS,
    lastsMs: [0, 0],
    updateMs: 0,
    driftKnots: 0,
    // Gutenberg and Richter with b = 1: ten times fewer for each magnitude more.
    magnitude: (luck) => ({ value: rounded(Math.min(8.4, 4 - Math.log10(1 - luck)), 1), unit: 'mww' }),
    severity: (magnitude) => step(magnitude?.value ?? 0, 4.5, 5.5, 6.5, 7.5),
    title: (place, magnitude) => `M ${magnitude?.value.toFixed(1)} earthquake, ${place}`,
  },
  {
    type: 'storm',
    everyMs: 3 * DAY_MS,
    lastsMs: [4 * DAY_MS, 9 * DAY_MS],
    updateMs: 6 * HOUR_MS,
    driftKnots: 9,
    magnitude: (luck, share) => ({ value: 5 * Math.round(7 + (4 + 17 * luck) * share), unit: 'kts' }),
    severity: (magnitude) => step(magnitude?.value ?? 0, 50, 64, 96, 113),
    title: (place, magnitude) => `Tropical storm, ${magnitude?.value} kts, ${place}`,
  },
  {
    type: 'wildfire',
    everyMs: 12 * HOUR_MS,
    lastsMs: [DAY_MS, 6 * DAY_MS],
    updateMs: 12 * HOUR_MS,
    driftKnots: 0,
    magnitude: (luck, share) => ({ value: Math.round(200 + 30_000 * luck ** 3 * share), unit: 'acres' }),
    severity: (magnitude) => step(magnitude?.value ?? 0, 1_000, 5_000, 20_000),
    title: (place) => `Wildfire, ${place}`,
  },
  {
    type: 'flood',
    everyMs: 2 * DAY_MS,
    lastsMs: [2 * DAY_MS, 7 * DAY_MS],
    updateMs: DAY_MS,
    driftKnots: 0,
    magnitude: () => null,
    severity: (_magnitude, luck) => step(luck, 0.4, 0.75, 0.95),
    title: (place) => `Flood, ${place}`,
  },
  {
    type: 'volcano',
    everyMs: 5 * DAY_MS,
    lastsMs: [DAY_MS, 12 * DAY_MS],
    updateMs: DAY_MS,
    driftKnots: 0,
    magnitude: () => null,
    severity: (_magnitude, luck) => step(luck, 0.3, 0.7, 0.95),
    title: (place) => `Eruption of ${place}`,
  },
];

/**
 * The simulated events that began in the last day, are ongoing, or ended in the last day, as of a moment. They depend only on the seed and
 * the time. Severities: magnitudes from 4.5, 5.5, 6.5 and 7.5; winds from 50, 64, 96 and 113 knots; acres from 1,000, 5,000
 * and 20,000; by lot for floods and eruptions.
 * @param now ms
 */
export function simulatedEvents(seed: number, now: number): GeoEventReport[] {
  return patterns.flatMap((pattern) => {
    const longest = pattern.lastsMs[1] + DAY_MS;
    const first = Math.floor((now - longest) / pattern.everyMs);
    const last = Math.floor(now / pattern.everyMs);
    return Array.from({ length: last - first + 1 }, (_, at) => eventOf(seed, pattern, first + at, now) ?? []).flat();
  });
}

function eventOf(seed: number, pattern: Pattern, slot: number, now: number): GeoEventReport | undefined {
  const { type, everyMs, lastsMs, updateMs } = pattern;
  const key = keyOf(seed, `${type} ${slot}`);
  const startedAt = Math.floor(slot * everyMs + unit(key, 0) * everyMs);
  const lasts = Math.floor(lastsMs[0] + unit(key, 1) * (lastsMs[1] - lastsMs[0]));
  if (now < startedAt || now > startedAt + lasts + DAY_MS) return undefined;
  const elapsed = Math.min(lasts, now - startedAt);
  // Reported at the start, at every step, and at the end.
  const toldAt = updateMs === 0 || elapsed === lasts ? elapsed : Math.floor(elapsed / updateMs) * updateMs;
  const places = eventPlaces[type] as readonly EventCursor[];
  const [lat, lon, spreadKilometers, place] = places[mix(key, 2) % places.length] as EventCursor;
  const begin = destination(lat, lon, 360 * unit(key, 3), spreadKilometers * 1000 * Math.sqrt(unit(key, 4)));
  // Storms of both hemispheres go west and away from the equator.
  const heading = lat < 0 ? 240 : 300;
  const position = pattern.driftKnots === 0 ? begin : destination(begin.lat, begin.lon, heading, (pattern.driftKnots * 1_852 * toldAt) / HOUR_MS);
  const luck = unit(key, 5);
  const magnitude = pattern.magnitude(luck, lasts === 0 ? 1 : Math.sin((Math.PI * toldAt) / lasts));
  return {
    provider: 'simulator',
    key: `${type}-${slot}`,
    type,
    title: `${pattern.title(place, magnitude)} (simulated)`,
    description: 'Made up by the simulator: nothing of it has happened.',
    severity: pattern.severity(magnitude, luck),
    position: { lat: sixDecimals(position.lat), lon: sixDecimals(position.lon) },
    startedAt: new Date(startedAt),
    endedAt: lasts === 0 ? new Date(startedAt) : elapsed === lasts ? new Date(startedAt + lasts) : null,
    reportedAt: new Date(startedAt + toldAt),
    magnitude,
    depthKm: type === 'earthquake' ? rounded(5 + 60 * unit(key, 6) ** 2, 1) : null,
    details: { simulated: true },
  };
}
