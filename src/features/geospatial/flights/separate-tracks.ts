import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { deadReckoned, significance } from '../history/significance.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { Fix } from '../track-point.js';

/** Speed (knots) that no aircraft of civil traffic exceeds over ground, and the error of positions (m). */
const MAX_KNOTS = 900;
const SLACK_METERS = 6_000;
/** A track without positions for this time (ms) is not continued by positions that another track can have reached. */
const FORGOTTEN_MS = 14 * HOUR_MS;
/** Time (ms) for which a position is predicted, and the growth of the error of the prediction. */
const RECKONED_MS = 10 * MINUTE_MS;
const DRIFT_METERS_PER_SECOND = 50;
/** A track with fewer positions, or shorter than this (ms), consists of false positions. */
const MIN_POINTS = 4;
const MIN_MS = 3 * MINUTE_MS;

/** The tracks of one address, and the times (ms) of positions that belong to none of them. */
export interface SeparatedTracks {
  tracks: Fix[][];
  jumps: number[];
}

/**
 * Separates the positions of an address into tracks that one aircraft each can have flown. A position belongs to the
 * track that predicts it best, among those from which an aircraft can have reached it.
 * @param points oldest first
 */
export function separateTracks(points: readonly Fix[]): SeparatedTracks {
  const tracks: Fix[][] = [];
  let open: Fix[][] = [];
  for (const fix of points) {
    let best: Fix[] | undefined;
    let least = Number.POSITIVE_INFINITY;
    if (open.length > 1)
      open = open.filter((track) => fix.observedAt - (track.at(-1) as Fix).observedAt < FORGOTTEN_MS);
    for (const track of open) {
      const last = track.at(-1) as Fix;
      const meters = distanceMeters(last.lat, last.lon, fix.lat, fix.lon);
      const reach =
        SLACK_METERS + MAX_KNOTS * KNOTS_IN_METERS_PER_SECOND * ((fix.observedAt - last.observedAt) / 1_000);
      if (meters > reach) continue;
      const expected = deadReckoned(
        significance.aircraft,
        last,
        Math.min(fix.observedAt, last.observedAt + RECKONED_MS),
      );
      const error =
        distanceMeters(expected.lat, expected.lon, fix.lat, fix.lon) +
        DRIFT_METERS_PER_SECOND * ((fix.observedAt - last.observedAt) / 1_000);
      if (error >= least) continue;
      best = track;
      least = error;
    }
    if (best === undefined) {
      best = [];
      tracks.push(best);
      open.push(best);
    }
    best.push(fix);
  }
  if (tracks.length < 2) return { tracks, jumps: [] };
  const isTrack = (track: readonly Fix[]) =>
    track.length >= MIN_POINTS && (track.at(-1) as Fix).observedAt - (track[0] as Fix).observedAt >= MIN_MS;
  const jumps = tracks.filter((track) => !isTrack(track)).flatMap((track) => track.map(({ observedAt }) => observedAt));
  return { tracks: tracks.filter(isTrack), jumps };
}
