import { keyOf, mix, unit } from '../../../simulation/noise.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { GeoEventReport, Magnitude } from '../geo-event.js';
import { destination } from '../sphere.js';
import { within } from './fleet.js';
import { sixDecimals } from './path.js';

/** The pattern of events of a type: one event starts in each period of `everyMs`. */
interface Pattern {
  type: 'earthquake' | 'storm' | 'wildfire' | 'flood' | 'volcano';
  everyMs: number;
  /** Minimum and maximum duration (ms); 0 for an event without duration. */
  lastsMs: readonly [number, number];
  /** Interval of updates while the event is ongoing (ms); 0 for no updates. */
  updateMs: number;
  /**
   * Returns the magnitude.
   * @param luck random number from 0 to 1
   * @param share rises from 0 to 1 and falls again during the event
   */
  magnitude?(luck: number, share: number): Magnitude;
  /** Lower bounds of the severities from 2 upward, for the magnitude, or else for a random number from 0 to 1. */
  severities: readonly number[];
  title(place: string, magnitude: Magnitude | null): string;
  /** Regions where such events occur: latitude, longitude, radius (km) and name. */
  places: ReadonlyArray<readonly [lat: number, lon: number, kilometers: number, name: string]>;
}

/** Speed at which storms move. */
const STORM_KNOTS = 9;

const patterns: readonly Pattern[] = [
  {
    type: 'earthquake',
    everyMs: HOUR_MS,
    lastsMs: [0, 0],
    updateMs: 0,
    // Gutenberg–Richter law with b = 1: each magnitude is ten times less frequent than the one before.
    magnitude: (luck) => ({ value: Math.round(10 * Math.min(8.4, 4 - Math.log10(1 - luck))) / 10, unit: 'mww' }),
    severities: [4.5, 5.5, 6.5, 7.5],
    title: (place, magnitude) => `M ${magnitude?.value.toFixed(1)} earthquake, ${place}`,
    places: [
      [38.5, 142.5, 250, 'off the east coast of Honshu, Japan'],
      [51.5, 178, 300, 'Aleutian Islands'],
      [-20, -70.5, 250, 'northern Chile'],
      [0.5, 123, 250, 'Minahasa, Sulawesi'],
      [36.5, 71, 150, 'Hindu Kush region'],
      [37.5, 27, 200, 'Dodecanese Islands'],
      [36, -120.5, 150, 'central California'],
      [-18, -178, 250, 'Fiji region'],
      [24, 122, 120, 'Taiwan region'],
      [-37.5, 178.5, 200, 'off the east coast of the North Island, New Zealand'],
      [1, -29, 300, 'central Mid-Atlantic Ridge'],
    ],
  },
  {
    type: 'storm',
    everyMs: 3 * DAY_MS,
    lastsMs: [4 * DAY_MS, 9 * DAY_MS],
    updateMs: 6 * HOUR_MS,
    magnitude: (luck, share) => ({ value: 5 * Math.round(7 + (4 + 17 * luck) * share), unit: 'kts' }),
    severities: [50, 64, 96, 113],
    title: (place, magnitude) => `Tropical storm, ${magnitude?.value} kts, ${place}`,
    places: [
      [14, 135, 500, 'Philippine Sea'],
      [15, -45, 500, 'tropical Atlantic'],
      [-14, 70, 400, 'southern Indian Ocean'],
      [-14, 160, 400, 'Coral Sea'],
    ],
  },
  {
    type: 'wildfire',
    everyMs: 12 * HOUR_MS,
    lastsMs: [DAY_MS, 6 * DAY_MS],
    updateMs: 12 * HOUR_MS,
    magnitude: (luck, share) => ({ value: Math.round(200 + 30_000 * luck ** 3 * share), unit: 'acres' }),
    severities: [1_000, 5_000, 20_000],
    title: (place) => `Wildfire, ${place}`,
    places: [
      [38.8, -121.8, 150, 'northern California'],
      [-36.5, 147, 200, 'eastern Victoria, Australia'],
      [40.2, -8, 80, 'central Portugal'],
      [-10, -55, 300, 'Mato Grosso, Brazil'],
      [61, 125, 400, 'Yakutia'],
    ],
  },
  {
    type: 'flood',
    everyMs: 2 * DAY_MS,
    lastsMs: [2 * DAY_MS, 7 * DAY_MS],
    updateMs: DAY_MS,
    severities: [0.4, 0.75, 0.95],
    title: (place) => `Flood, ${place}`,
    places: [
      [24, 90.2, 120, 'Bangladesh'],
      [30, 114.5, 150, 'Hubei, China'],
      [51, 6.5, 80, 'Lower Rhine'],
      [35, -90, 150, 'Mississippi valley'],
    ],
  },
  {
    type: 'volcano',
    everyMs: 5 * DAY_MS,
    lastsMs: [DAY_MS, 12 * DAY_MS],
    updateMs: DAY_MS,
    severities: [0.3, 0.7, 0.95],
    title: (place) => `Eruption of ${place}`,
    places: [
      [37.751, 14.993, 0, 'Etna, Italy'],
      [19.023, -98.628, 0, 'Popocatépetl, Mexico'],
      [-8.108, 112.922, 0, 'Semeru, Indonesia'],
      [31.593, 130.657, 0, 'Sakurajima, Japan'],
    ],
  },
];

/**
 * Returns the simulated events that are ongoing at a time, or started or ended in the day before. They depend only on
 * the seed and the time.
 * @param now ms
 */
export function simulatedEvents(seed: number, now: number): GeoEventReport[] {
  return patterns.flatMap((pattern) => {
    const first = Math.floor((now - pattern.lastsMs[1] - DAY_MS) / pattern.everyMs);
    const last = Math.floor(now / pattern.everyMs);
    return Array.from({ length: last - first + 1 }, (_, at) => eventOf(seed, pattern, first + at, now) ?? []).flat();
  });
}

function eventOf(
  seed: number,
  { type, everyMs, lastsMs, updateMs, places, ...pattern }: Pattern,
  period: number,
  now: number,
): GeoEventReport | undefined {
  const key = keyOf(seed, `${type} ${period}`);
  const startedAt = Math.floor((period + unit(key, 0)) * everyMs);
  const lasts = Math.floor(within(lastsMs, unit(key, 1)));
  if (now < startedAt || now > startedAt + lasts + DAY_MS) return undefined;
  const elapsed = Math.min(lasts, now - startedAt);
  // An event is reported at its start, with every update, and at its end.
  const reported = elapsed === lasts ? elapsed : Math.floor(elapsed / updateMs) * updateMs;
  const [lat, lon, kilometers, place] = places[mix(key, 2) % places.length] as Pattern['places'][number];
  const start = destination(lat, lon, 360 * unit(key, 3), kilometers * 1000 * Math.sqrt(unit(key, 4)));
  // Storms of both hemispheres move west and away from the equator.
  const position =
    type === 'storm'
      ? destination(start.lat, start.lon, lat < 0 ? 240 : 300, (STORM_KNOTS * 1_852 * reported) / HOUR_MS)
      : start;
  const luck = unit(key, 5);
  const magnitude = pattern.magnitude?.(luck, lasts === 0 ? 1 : Math.sin((Math.PI * reported) / lasts)) ?? null;
  return {
    provider: 'simulator',
    key: `${type}-${period}`,
    type,
    title: `${pattern.title(place, magnitude)} (simulated)`,
    description: 'Made up by the simulator: nothing of it has happened.',
    severity: 1 + pattern.severities.filter((bound) => (magnitude?.value ?? luck) >= bound).length,
    position: { lat: sixDecimals(position.lat), lon: sixDecimals(position.lon) },
    startedAt: new Date(startedAt),
    endedAt: elapsed === lasts ? new Date(startedAt + lasts) : null,
    reportedAt: new Date(startedAt + reported),
    magnitude,
    depthKm: type === 'earthquake' ? Math.round(10 * (5 + 60 * unit(key, 6) ** 2)) / 10 : null,
    details: { simulated: true },
  };
}
