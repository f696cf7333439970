import { HOUR_MS } from '../../../durations.js';
import { mix, unit } from '../../../simulation/noise.js';
import type { Position } from '../position.js';
import { bearingDegrees, destination } from '../sphere.js';
import { Path } from './path.js';
import type { SeaLanes, SeaPoint, SeaPort } from './sea-lanes.js';
import { type ShipIdentity, within } from './ship-identity.js';

/** Share of the lane width by which a vessel keeps to starboard: minimum and maximum. Opposite traffic is to port. */
const LATERAL = [0.06, 0.45] as const;
/** Radius around the berth of a port within which vessels are moored (m). */
const BERTHS_METERS = 900;
const APPROACH_KNOTS = 7;
/** Fishing vessels trawl in circles; this share of the legs of other vessels has hours of drifting, also in circles. */
const DRIFTING_SHARE = 0.08;
const TRAWL_KNOTS = 2.5;
const DRIFT_KNOTS = 1.2;
const CIRCLE_METERS = 800;
const KNOT = 1_852 / 3_600_000; // metres in a millisecond

/** A phase of a voyage. */
export interface Phase {
  kind: 'under_way' | 'anchored' | 'moored' | 'circling';
  /** From the beginning of the voyage (ms). */
  startMs: number;
  durationMs: number;
  path: Path;
  /** Meters along the path at the start and the end; equal while stationary. */
  fromMeters: number;
  toMeters: number;
  knots: number;
  /** Duration of acceleration and deceleration (ms). */
  rampMs: number;
  /** Destination; in a port, the next one. */
  bound: SeaPort;
  /** Arrival, from the start of the voyage (ms); after its end in the next round. */
  arrivalMs: number;
  /** Of the draught laden. */
  draughtShare: number;
}

/** A repeating voyage: from port to port and back to the first. */
export interface Voyage {
  phases: readonly Phase[];
  lengthMs: number;
}

/** Plans a voyage from the identity of the vessel alone. */
export function planVoyage(key: number, ship: ShipIdentity, lanes: SeaLanes): Voyage {
  const ports = portsOfCall(key, ship, lanes);
  const lateral = within(LATERAL, unit(key, 20));
  const phases: Phase[] = [];
  let now = 0;
  const add = (phase: Omit<Phase, 'startMs' | 'arrivalMs'>) => {
    phases.push({ ...phase, startMs: now, arrivalMs: 0 });
    now += phase.durationMs;
  };
  ports.forEach((port, leg) => {
    const next = ports[(leg + 1) % ports.length] as SeaPort;
    const after = ports[(leg + 2) % ports.length] as SeaPort;
    const route = lanes.route(port, next);
    const path = new Path(ownWay(key, route, lateral));
    const first = phases.length;
    const draughtShare = 0.6 + 0.4 * unit(key, 30 + leg);
    const common = { path, bound: next, draughtShare };
    const sail = (fromMeters: number, toMeters: number, knots: number) =>
      add({ ...common, kind: 'under_way', fromMeters, toMeters, knots, ...timeFor(toMeters - fromMeters, knots) });
    const stay = (kind: Phase['kind'], at: number, hours: number) =>
      add({ ...common, kind, fromMeters: at, toMeters: at, knots: 0, durationMs: hours * HOUR_MS, rampMs: 0 });
    const corners = path.corners;
    // The second point is off the port of departure, the last but one off the port of arrival.
    const [roadsOut, roadsIn] = [path.startOf(1), path.startOf(corners - 2)];
    sail(0, roadsOut, APPROACH_KNOTS);
    const isFishing = ship.kind.name === 'fishing';
    const corner = isFishing || unit(key, 90 + leg) < DRIFTING_SHARE ? openSea(route) : undefined;
    if (corner !== undefined) {
      sail(roadsOut, path.startOf(corner), ship.knots);
      circle(
        add,
        common,
        path.at(path.startOf(corner)),
        isFishing ? TRAWL_KNOTS : DRIFT_KNOTS,
        (isFishing ? 8 : 2) + (mix(key, 40 + leg) % (isFishing ? 12 : 4)),
      );
      sail(path.startOf(corner), roadsIn, ship.knots);
    } else sail(roadsOut, roadsIn, ship.knots);
    if (unit(key, 50 + leg) * 100 < ship.kind.anchorShare) stay('anchored', roadsIn, 4 + 30 * unit(key, 60 + leg));
    sail(roadsIn, path.meters, APPROACH_KNOTS);
    for (let at = first; at < phases.length; at += 1) (phases[at] as Phase).arrivalMs = now;
    add({
      ...common,
      kind: 'moored',
      fromMeters: path.meters,
      toMeters: path.meters,
      knots: 0,
      rampMs: 0,
      bound: after,
      durationMs: HOUR_MS * within(ship.kind.berthHours, unit(key, 70 + leg)),
    });
  });
  return { phases: withNextArrivals(phases, now), lengthMs: now };
}

/** In port, vessels already report the arrival at the next port. */
function withNextArrivals(phases: readonly Phase[], lengthMs: number): Phase[] {
  return phases.map((phase, at) => {
    if (phase.kind !== 'moored') return phase;
    const next = phases[at + 1];
    return { ...phase, arrivalMs: next === undefined ? lengthMs + (phases[0] as Phase).arrivalMs : next.arrivalMs };
  });
}

/** The first port is random, the others are within the range of the kind; the nearest when there is none. */
function portsOfCall(key: number, { kind }: ShipIdentity, lanes: SeaLanes): SeaPort[] {
  const first = lanes.ports[mix(key, 12) % lanes.ports.length] as SeaPort;
  const ports = [first];
  const count = kind.ports[0] + (mix(key, 13) % (kind.ports[1] - kind.ports[0] + 1));
  const [least, most] = kind.legKilometers;
  for (let call = 1; call < count; call += 1) {
    const last = ports.at(-1) as SeaPort;
    const kilometersTo = (port: SeaPort) => lanes.metersBetween(last, port) / 1000;
    const others = lanes.ports.filter((port) => !ports.includes(port));
    const reached = others.filter((port) => kilometersTo(port) >= least && kilometersTo(port) <= most);
    const nearest = others.reduce((one, other) => (Math.abs(kilometersTo(other) - least) < Math.abs(kilometersTo(one) - least) ? other : one));
    ports.push(reached[mix(key, 13 + call) % reached.length] ?? nearest);
  }
  return ports;
}

/** The lane shifted to starboard by a share of its width at each point; it starts and ends at individual berths. */
function ownWay(key: number, points: readonly SeaPoint[], share: number): Position[] {
  return points.map((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined) return destination(point.lat, point.lon, 360 * unit(key, 14), BERTHS_METERS * unit(key, 15));
    const aside = bearingDegrees(before.lat, before.lon, after.lat, after.lon) + 90;
    return destination(point.lat, point.lon, aside, point.roomMeters * share);
  });
}

/** At rest at both ends: a trapezoid of speed over time. */
function timeFor(meters: number, knots: number): { durationMs: number; rampMs: number } {
  const atSpeedMs = meters / (knots * KNOT);
  const rampMs = Math.min(20 * 60_000, atSpeedMs / 2);
  return { durationMs: atSpeedMs + rampMs, rampMs };
}

/** The corner of a way, but for its ends, with the most room around; undefined where there is too little everywhere. */
function openSea(route: readonly SeaPoint[]): number | undefined {
  const inner = route.map((point, at) => ({ at, room: at > 1 && at < route.length - 2 ? point.roomMeters : 0 }));
  const widest = inner.reduce((one, other) => (other.room > one.room ? other : one));
  return widest.room * (1 - LATERAL[1]) > 2.2 * CIRCLE_METERS ? widest.at : undefined;
}

/** Rounds of a circle with the place on its edge. */
function circle(
  add: (phase: Omit<Phase, 'startMs' | 'arrivalMs'>) => void,
  common: { bound: SeaPort; draughtShare: number },
  place: Position,
  knots: number,
  rounds: number,
): void {
  const centre = destination(place.lat, place.lon, 90, CIRCLE_METERS);
  const corners = Array.from({ length: 25 }, (_, at) => (at % 24 === 0 ? place : destination(centre.lat, centre.lon, 270 + at * 15, CIRCLE_METERS)));
  const path = new Path(Array.from({ length: rounds }, (_, round) => (round === 0 ? corners : corners.slice(1))).flat());
  add({ ...common, kind: 'circling', path, fromMeters: 0, toMeters: path.meters, knots, ...timeFor(path.meters, knots) });
}

/** Metres on the path of a phase, and the speed (knots), so long (ms) after it began. */
export function progress({ fromMeters, toMeters, durationMs, rampMs, knots }: Phase, elapsedMs: number): { meters: number; knots: number } {
  if (toMeters === fromMeters || rampMs === 0) return { meters: fromMeters, knots: 0 };
  const speed = knots * KNOT;
  const leftMs = durationMs - elapsedMs;
  if (elapsedMs < rampMs) return { meters: fromMeters + (speed * elapsedMs * elapsedMs) / (2 * rampMs), knots: (knots * elapsedMs) / rampMs };
  if (leftMs < rampMs) return { meters: toMeters - (speed * leftMs * leftMs) / (2 * rampMs), knots: (knots * leftMs) / rampMs };
  return { meters: fromMeters + speed * (elapsedMs - rampMs / 2), knots };
}
