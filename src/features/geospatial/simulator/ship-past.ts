import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { PORT_CALL_METERS } from '../detectors/port-table.js';
import type { Position } from '../position.js';
import type { CrossingsBetween, PortNear, SimulatedPassage, SimulatedStay } from '../simulated-vessels.js';
import { distanceMeters } from '../sphere.js';
import { modulo, reportAt } from './fleet.js';
import { KNOT, type Path } from './path.js';
import type { Phase, Ship } from './voyage.js';

/** Speed (knots) below which the detector of port calls considers a vessel stopped, and the time for which it stops. */
const [STOPPED_KNOTS, STOPPED_MS] = [1, 10 * MINUTE_MS];
/** Longest time between two reports of a vessel (ms). */
const MAX_EVERY_MS = MINUTE_MS;
/** Time between two points of a track; straight lines between them follow the great circle within 50 m. */
const TRACK_STEP_MS = HOUR_MS;

/** Length (m) of the parts of a path that are compared with lines as straight ways. */
const PART_METERS = 20_000;

/** The crossings of a path, by distance from its start. */
type PathCrossings = ReadonlyArray<{ id: string; direction: 1 | -1; meters: number }>;
const crossingsOfPaths = new WeakMap<CrossingsBetween, WeakMap<Path, PathCrossings>>();

interface PastPhase {
  phase: Phase;
  /** Start and end (ms since the epoch). */
  startMs: number;
  endMs: number;
}

/**
 * Yields the seconds of the reports by which the detector of port calls decides about a vessel, in order: the first of
 * each phase, the one ten minutes later where the vessel is stopped, and those at which it may leave a port. A
 * detection from these reports equals the detection from all reports.
 * @param from start of the past (ms), inclusive
 * @param to end of the past (ms), exclusive
 */
export function callSeconds(ship: Ship, from: number, to: number, near: PortNear): Generator<number> {
  return inOrder(ship, from, to, decisiveTimes(ship, from, to, near));
}

/** Yields the seconds of the reports of a vessel that show its track: one an hour, and those around each change. */
export function trackSeconds(ship: Ship, from: number, to: number): Generator<number> {
  return inOrder(ship, from, to, trackTimes(ship, from, to));
}

/**
 * Yields the passages of a vessel across lines between two times (ms), oldest first. The crossings of a path are found
 * once, however often the voyage repeats.
 */
export function* passagesOf(
  ship: Ship,
  from: number,
  to: number,
  between: CrossingsBetween,
): Generator<SimulatedPassage> {
  for (const { phase, startMs, endMs } of phasesBetween(ship, from, to)) {
    const speed = phase.knots * KNOT;
    if (speed === 0) continue;
    for (const { id, direction, meters } of crossingsOf(phase.path, between)) {
      const at = startMs + (meters - phase.fromMeters) / speed;
      if (at >= Math.max(from, startMs) && at < Math.min(to, endMs)) yield { id, direction, at };
    }
  }
}

/** Yields the stays of a vessel at berths and at anchor between two times (ms), oldest first. */
export function* staysOf(ship: Ship, from: number, to: number): Generator<SimulatedStay> {
  for (const { phase, startMs, endMs } of phasesBetween(ship, from, to)) {
    if (phase.knots !== 0) continue;
    const { lat, lon } = phase.path.at(phase.fromMeters);
    const { navigationStatus } = phase;
    yield { from: Math.max(startMs, from), to: Math.min(endMs, to), lat, lon, navigationStatus };
  }
}

function crossingsOf(path: Path, between: CrossingsBetween): PathCrossings {
  const known = crossingsOfPaths.get(between) ?? new WeakMap<Path, PathCrossings>();
  crossingsOfPaths.set(between, known);
  const found = known.get(path) ?? findCrossings(path, between);
  known.set(path, found);
  return found;
}

function findCrossings(path: Path, between: CrossingsBetween): PathCrossings {
  const found: Array<PathCrossings[number]> = [];
  // The parts end at each change of course, so that they are straight.
  for (let at = 0; at + 1 < path.starts.length; at += 1) {
    const [begin, end] = [path.starts[at] as number, path.starts[at + 1] as number];
    const parts = Math.max(1, Math.ceil((end - begin) / PART_METERS));
    for (let part = 0; part < parts; part += 1) {
      const [one, other] = [part, part + 1].map((count) => begin + ((end - begin) * count) / parts) as [number, number];
      for (const { id, direction, fraction } of between(path.at(one), path.at(other)))
        found.push({ id, direction, meters: one + fraction * (other - one) });
    }
  }
  return found.sort((one, other) => one.meters - other.meters);
}

function* decisiveTimes(ship: Ship, from: number, to: number, near: PortNear): Generator<number> {
  let port: Position | undefined;
  for (const { phase, startMs, endMs } of phasesBetween(ship, from, to)) {
    const positionAt = (ms: number) => phase.path.at(phase.fromMeters + phase.knots * KNOT * (ms - startMs));
    yield Math.max(startMs, from);
    if (phase.knots < STOPPED_KNOTS) {
      const stepMs = phase.knots === 0 ? Number.POSITIVE_INFINITY : STOPPED_MS;
      for (let at = reportAt(ship, startMs); at < endMs; at += stepMs) yield at + STOPPED_MS;
      const { lat, lon } = positionAt(endMs);
      port = near(lat, lon, PORT_CALL_METERS.moored)?.port ?? port;
      continue;
    }
    // The first report that can be beyond the limit follows from the distance to the limit and the speed.
    for (let at = reportAt(ship, startMs); port !== undefined && at < endMs; ) {
      yield at;
      const { lat, lon } = positionAt(at);
      const left = PORT_CALL_METERS.departure - distanceMeters(lat, lon, port.lat, port.lon);
      if (left < 0) port = undefined;
      else at = reportAt(ship, at + Math.max(SECOND_MS, left / (phase.knots * KNOT)));
    }
  }
}

function* trackTimes(ship: Ship, from: number, to: number): Generator<number> {
  for (const { phase, startMs, endMs } of phasesBetween(ship, from, to)) {
    const times = [startMs, endMs - MAX_EVERY_MS];
    const speed = phase.knots * KNOT;
    // A change of course is between the last report before it and the first one after it.
    for (const meters of speed === 0 ? [] : phase.path.starts) {
      const at = startMs + (meters - phase.fromMeters) / speed;
      if (at > startMs && at < endMs) times.push(at - MAX_EVERY_MS, at);
    }
    const first = Math.ceil(Math.max(startMs, from) / TRACK_STEP_MS) * TRACK_STEP_MS;
    for (let at = first; at < endMs; at += TRACK_STEP_MS) times.push(at);
    yield* times.sort((one, other) => one - other);
  }
}

/** Yields the reports at or after the times, each once. */
function* inOrder(ship: Ship, from: number, to: number, times: Iterable<number>): Generator<number> {
  let last = Number.NEGATIVE_INFINITY;
  for (const time of times) {
    const at = reportAt(ship, time);
    if (at < from || at >= to || at <= last) continue;
    last = at;
    yield at / SECOND_MS;
  }
}

/** Yields the phases of a repeating voyage that touch a range. */
function* phasesBetween({ voyage, offsetMs }: Ship, from: number, to: number): Generator<PastPhase> {
  const { phases, lengthMs } = voyage;
  for (let round = from - modulo(from + offsetMs, lengthMs); round < to; round += lengthMs) {
    for (const [index, phase] of phases.entries()) {
      const startMs = round + phase.startMs;
      const endMs = round + (phases[index + 1]?.startMs ?? lengthMs);
      if (endMs > from && startMs < to) yield { phase, startMs, endMs };
    }
  }
}
