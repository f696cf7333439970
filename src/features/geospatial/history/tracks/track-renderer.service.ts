import { Service } from 'typedi';
import type { ChartLook } from '../../../../charts/chart-frame.js';
import { formatNumber } from '../../../../charts/scale.js';
import { formatRange } from '../../../../charts/time-axis.js';
import type { Requester } from '../../../../http/requester.js';
import { HeavyWork } from '../../../../threads/heavy-work.js';
import { DAY_MS, HOUR_MS } from '../../../../time/durations.js';
import { type Box, WORLD } from '../../box.js';
import { idOf } from '../../layer.js';
import { originNotice } from '../../map/map-texts.js';
import { mapInThread, type SentScene } from '../../map/render/render-in-thread.js';
import { normalLongitude } from '../../position.js';
import { type Fix, known } from '../../track-point.js';
import { segmentsOf, type Track } from './track.js';

/**
 * Minimum margin around a track in degrees. The map then shows at least about 100 km, so that a coast or a town is
 * usually visible.
 */
const MIN_DEGREES = 0.45;
/** Possible hours between two marks of a track. */
const hourSteps = [1, 2, 3, 6, 12, 24, 48, 96, 168];
const MAX_HOUR_MARKS = 12;
/** Upper limits (knots) of the speed classes, which have different colors. */
const speedLimits = { vessels: [1, 5, 10, 15, 20], aircraft: [100, 200, 300, 400, 500] } as const;

/** Renders tracks as images. */
@Service()
export class TrackRenderer {
  constructor(private readonly heavy: HeavyWork) {}

  /**
   * Renders a track.
   * @returns an SVG document
   * @throws Problem `overloaded`
   */
  draw(requester: Requester, track: Track, look: ChartLook): Promise<string> {
    return this.heavy.run(requester, (inThread) => inThread(mapInThread, trackScene(track, look)));
  }
}

/** Returns the map scene of a track. */
export function trackScene(track: Track, { theme, width, height }: ChartLook): SentScene {
  const id = idOf(track.layer, track.key);
  const [first, last] = [track.points[0], track.points.at(-1)];
  const { provider, stale } = track.provenance;
  const range = [first?.observedAt ?? track.from, last?.observedAt ?? track.to];
  const kilometers = track.distanceMeters / 1_000;
  const distance = `${formatNumber(kilometers, kilometers < 100 ? 1 : 0)} km`;
  const parts = [formatRange(range.map((time) => new Date(time))), distance, provider];
  if (track.points.length === 0) parts.push('no points');
  // The line already has the object's name at its end.
  const mark = last && { lat: last.lat, lon: last.lon, bearing: known(last.courseDegrees), stale };
  const breaks = segmentsOf(track).map(([first]) => track.points.indexOf(first as Fix));
  return {
    box: boxOf(track.points),
    title: track.name === null ? id : `${track.name} (${id})`,
    subtitle: parts.join(' · '),
    shortSubtitle: `${formatRange(range.map((time) => new Date(time - (time % DAY_MS))))} · ${distance}`,
    notice: originNotice([provider]),
    theme,
    width,
    height,
    tracks: [
      {
        label: track.name ?? id,
        startLabel: first && `${clockOf(first.observedAt)} UTC`,
        points: track.points.map(({ lat, lon }) => [lon, lat] as const),
        breaks: breaks.slice(1),
        marks: hourMarks(track.points),
        speeds: track.points.map(({ speedKnots }) => speedKnots),
        speedLimits: speedLimits[track.layer],
      },
    ],
    [track.layer]: mark === undefined ? [] : [mark],
  };
}

const clockOf = (time: number): string => new Date(time).toISOString().slice(11, 16);

/** Returns the interpolated positions at full hours, at the smallest step with at most `MAX_HOUR_MARKS` marks. */
function hourMarks(points: readonly Fix[]): Array<{ lat: number; lon: number; text: string }> {
  const [from, to] = [points[0]?.observedAt ?? 0, points.at(-1)?.observedAt ?? 0];
  const step = HOUR_MS * (hourSteps.find((hours) => (to - from) / (hours * HOUR_MS) <= MAX_HOUR_MARKS) ?? 168);
  const marks: Array<{ lat: number; lon: number; text: string }> = [];
  let at = 1;
  for (let time = Math.ceil(from / step) * step; time < to; time += step) {
    while ((points[at]?.observedAt ?? Number.POSITIVE_INFINITY) < time) at += 1;
    const [before, after] = [points[at - 1], points[at]];
    // A position far from any report would be a guess.
    if (before === undefined || after === undefined || after.observedAt - before.observedAt > HOUR_MS) continue;
    const part = (time - before.observedAt) / Math.max(1, after.observedAt - before.observedAt);
    marks.push({
      lat: before.lat + (after.lat - before.lat) * part,
      lon: before.lon + normalLongitude(after.lon - before.lon) * part,
      text: clockOf(time),
    });
  }
  return marks;
}

/** Returns the smallest box around a line, in either direction around the Earth, with a margin. */
function boxOf(points: readonly Fix[]): Box {
  const [first] = points;
  if (first === undefined) return WORLD;
  let [lon, west, east, south, north] = [first.lon, first.lon, first.lon, first.lat, first.lat];
  for (const point of points) {
    lon += normalLongitude(point.lon - lon);
    [west, east] = [Math.min(west, lon), Math.max(east, lon)];
    [south, north] = [Math.min(south, point.lat), Math.max(north, point.lat)];
  }
  const margin = Math.max((east - west) * 0.1, (north - south) * 0.1, MIN_DEGREES);
  const [low, high] = [Math.max(-90, south - margin), Math.min(90, north + margin)];
  if (east - west + 2 * margin >= 360) return { ...WORLD, south: low, north: high };
  return { west: normalLongitude(west - margin), south: low, east: normalLongitude(east + margin), north: high };
}
