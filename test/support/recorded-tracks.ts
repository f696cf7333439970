import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { AisReader } from '../../src/features/geospatial/ais/ais-reader.js';
import { recordedTimeOf } from '../../src/features/geospatial/ais/recorded-time.js';
import { TrackThinner } from '../../src/features/geospatial/history/recording/track-thinner.js';
import { missMeters, type Significance } from '../../src/features/geospatial/history/significance.js';
import type { VesselReport } from '../../src/features/geospatial/observation.js';
import type { Fix } from '../../src/features/geospatial/track-point.js';
import { linesOf, SentClock } from './sent-clock.js';

/** A time later than any recording (ms), used before the first time is known. */
const NEVER = Date.UTC(2100, 0);

/** The positions of vessels by MMSI, each in time order. */
export type RecordedTracks = Map<number, Fix[]>;

const fixture = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'test',
  'fixtures',
  'geo',
  'history',
  'panama-tracks.csv.gz',
);

function add(tracks: RecordedTracks, key: number, fix: Fix): void {
  const track = tracks.get(key) ?? [];
  tracks.set(key, track);
  // Late positions are ignored, as in the live state.
  if (fix.observedAt > (track.at(-1)?.observedAt ?? 0)) track.push(fix);
}

/** Returns the tracks of an hour of fourteen vessels. */
export function panamaTracks(): RecordedTracks {
  const tracks: RecordedTracks = new Map();
  const number = (text = '') => (text === '' ? Number.NaN : Number(text));
  for (const line of gunzipSync(readFileSync(fixture)).toString().trimEnd().split('\n').slice(1)) {
    const [key, observedAt, lat, lon, speedKnots, courseDegrees] = line.split(',').map(number) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    add(tracks, key, { observedAt, lat, lon, speedKnots, courseDegrees, altitudeFeet: Number.NaN });
  }
  return tracks;
}

/** Returns the tracks of any recording of sentences. */
export function tracksOf(recording: Buffer): RecordedTracks {
  const tracks: RecordedTracks = new Map();
  readTimed(recording, ({ key, lat, lon, observedAt, speedKnots, courseDegrees }) => {
    if (lat === undefined || lon === undefined) return;
    add(tracks, key, {
      lat,
      lon,
      observedAt,
      speedKnots: speedKnots ?? Number.NaN,
      courseDegrees: courseDegrees ?? Number.NaN,
      altitudeFeet: Number.NaN,
    });
  });
  return tracks;
}

/**
 * Reads sentences. If a recording has no times, they come from the reports of base stations, and the second of each fix
 * from the message. Reports before the first time are left out.
 * @param take called with each report and its time of receipt (ms); the time of observation may differ by half a minute
 */
export function readTimed(recording: Buffer, take: (report: VesselReport, heardAt: number) => void): void {
  const clock = new SentClock();
  let recordedAt = Number.NaN;
  const now = () => {
    if (!Number.isNaN(recordedAt)) return recordedAt;
    return Number.isNaN(clock.base) ? NEVER : clock.time;
  };
  const reader = new AisReader({
    provider: 'ais',
    now,
    take: (report) => {
      if (report.observedAt !== NEVER) take(report, Number.isNaN(clock.base) ? report.observedAt : clock.base);
    },
  });
  for (const line of linesOf(recording)) {
    clock.read(line);
    const time = recordedTimeOf(line);
    if (!Number.isNaN(time)) recordedAt = time;
    reader.write(line);
    reader.end();
  }
}

export interface Thinning {
  objects: number;
  points: number;
  kept: number;
  /** Distances (m) of omitted points from the track at their time, ascending. */
  misses: number[];
}

/** Returns the result of a thinning rule for recorded tracks. */
export function thinningOf(tracks: RecordedTracks, rule: Significance): Thinning {
  const kept = new Map<number, Fix[]>([...tracks.keys()].map((key) => [key, []]));
  const thinner = new TrackThinner(rule, (key, fix) => kept.get(key)?.push({ ...fix }));
  for (const [key, track] of tracks) for (const fix of track) thinner.take(key, fix);
  thinner.keepAll();
  const misses = [...tracks].flatMap(([key, track]) => missesOf(track, kept.get(key) as Fix[]));
  const count = (some: ReadonlyMap<number, Fix[]>) =>
    [...some.values()].reduce((total, { length }) => total + length, 0);
  return { objects: tracks.size, points: count(tracks), kept: count(kept), misses: misses.sort((a, b) => a - b) };
}

function missesOf(track: readonly Fix[], kept: readonly Fix[]): number[] {
  let next = 1;
  return track.flatMap((fix) => {
    while (next < kept.length - 1 && (kept[next] as Fix).observedAt < fix.observedAt) next += 1;
    const [before, after] = [kept[next - 1] as Fix, kept[next]];
    return after === undefined || before.observedAt === fix.observedAt || after.observedAt === fix.observedAt
      ? []
      : [missMeters(before, fix, after)];
  });
}
