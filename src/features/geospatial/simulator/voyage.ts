import { mix, unit } from '../../../simulation/noise.js';
import { HOUR_MS } from '../../../time/durations.js';
import type { Position } from '../position.js';
import { bearingDegrees, destination } from '../sphere.js';
import { atDistance, type Member, within } from './fleet.js';
import { KNOT, Path } from './path.js';
import type { SeaLanes, SeaPoint, SeaPort } from './sea-lanes.js';
import type { ShipIdentity } from './ship-identity.js';

/** Navigation status codes of ITU-R M.1371, table 45. */
const [UNDER_WAY, ANCHORED, MOORED, FISHING] = [0, 1, 5, 7];
/**
 * Minimum and maximum fraction of the lane width by which a vessel keeps to starboard, so that it passes opposite
 * traffic on its port side.
 */
const LATERAL = [0.06, 0.45] as const;
/** Radius around the berth of a port within which vessels are moored (m). */
const BERTHS_METERS = 900;
const APPROACH_KNOTS = 7;
/** Minimum and maximum distance from the roads of a port at which vessels queue (m). */
const QUEUE_METERS = [3_000, 18_000] as const;
/**
 * Speeds, durations and frequency of slow sailing. Fishing vessels trawl in the middle of each leg; other vessels drift
 * on some legs, long enough to be detected as loitering.
 */
const [TRAWL_KNOTS, TRAWL_HOURS] = [2.5, 8];
const [DRIFT_KNOTS, DRIFT_HOURS, DRIFTING_SHARE] = [0.5, 6, 0.08];

/** A phase of a voyage, at one speed. */
export interface Phase {
  navigationStatus: number;
  /** Time from the start of the voyage (ms). */
  startMs: number;
  path: Path;
  /** Distance along the path at the start of the phase (m). */
  fromMeters: number;
  knots: number;
  /** The port of destination; while in a port, the next one. */
  bound: SeaPort;
  /**
   * Time of arrival from the start of the voyage (ms); it exceeds the length of the voyage if the vessel arrives in the
   * next round.
   */
  arrivalMs: number;
}

/** A repeating voyage: from port to port and back to the first. */
export interface Voyage {
  phases: readonly Phase[];
  lengthMs: number;
}

/** A simulated vessel with its voyage. */
export interface Ship extends ShipIdentity, Member {
  voyage: Voyage;
  /** Position in the voyage at the epoch (ms). */
  offsetMs: number;
}

/** Plans a voyage, which depends only on the key and the identity of the vessel. */
export function planVoyage(key: number, ship: ShipIdentity, lanes: SeaLanes): Voyage {
  const ports = portsOfCall(key, ship, lanes);
  const lateral = within(LATERAL, unit(key, 20));
  const phases: Phase[] = [];
  let now = 0;
  ports.forEach((port, leg) => {
    const bound = ports[(leg + 1) % ports.length] as SeaPort;
    const path = new Path(ownRoute(key, lanes.route(port, bound), lateral));
    const legPhases: Phase[] = [];
    let meters = 0;
    const add = (navigationStatus: number, knots: number, durationMs: number) => {
      legPhases.push({ navigationStatus, startMs: now, path, fromMeters: meters, knots, bound, arrivalMs: 0 });
      meters += knots * KNOT * durationMs;
      now += durationMs;
    };
    const sail = (to: number, knots: number) => add(UNDER_WAY, knots, Math.max(0, to - meters) / (knots * KNOT));
    add(MOORED, 0, HOUR_MS * within(ship.kind.berthHours, unit(key, 70 + leg)));
    // The second point is off the port of departure, the second last off the port of arrival.
    sail(path.starts[1] as number, APPROACH_KNOTS);
    const roads = path.starts.at(-2) as number;
    const anchorage = ship.kind.busyPorts === undefined ? roads : roads - within(QUEUE_METERS, unit(key, 40 + leg));
    const isFishing = ship.kind.name === 'fishing';
    if (isFishing || unit(key, 90 + leg) < DRIFTING_SHARE) {
      sail((meters + roads) / 2, ship.knots);
      if (isFishing) add(FISHING, TRAWL_KNOTS, TRAWL_HOURS * HOUR_MS);
      else add(UNDER_WAY, DRIFT_KNOTS, DRIFT_HOURS * HOUR_MS);
    }
    sail(anchorage, ship.knots);
    if (unit(key, 50 + leg) * 100 < ship.kind.anchorShare)
      add(ANCHORED, 0, HOUR_MS * within(ship.kind.anchorHours, unit(key, 60 + leg)));
    sail(path.meters, APPROACH_KNOTS);
    phases.push(...legPhases.map((phase) => ({ ...phase, arrivalMs: now })));
  });
  return { phases, lengthMs: now };
}

/** Selects the ports of a voyage. The first port is random, the others are within the range of the ship's kind. */
function portsOfCall(key: number, { kind }: ShipIdentity, lanes: SeaLanes): SeaPort[] {
  const starts = kind.busyPorts ? lanes.ports.filter(({ name }) => kind.busyPorts?.includes(name)) : lanes.ports;
  const ports = [starts[mix(key, 12) % starts.length] as SeaPort];
  const count = kind.ports[0] + (mix(key, 13) % (kind.ports[1] - kind.ports[0] + 1));
  while (ports.length < count) {
    const last = ports.at(-1) as SeaPort;
    const others = lanes.ports.filter((port) => !ports.includes(port));
    ports.push(
      atDistance(
        others,
        kind.legKilometers,
        (port) => lanes.metersBetween(last, port) / 1_000,
        mix(key, 13 + ports.length),
      ),
    );
  }
  return ports;
}

/**
 * Returns the lane shifted to starboard by a fraction of its width at each point; it starts and ends at individual
 * berths.
 */
function ownRoute(key: number, points: readonly SeaPoint[], share: number): Position[] {
  return points.map((point, at) => {
    const [before, after] = [points[at - 1], points[at + 1]];
    if (before === undefined || after === undefined)
      return destination(point.lat, point.lon, 360 * unit(key, 14), BERTHS_METERS * unit(key, 15));
    const aside = bearingDegrees(before.lat, before.lon, after.lat, after.lon) + 90;
    return destination(point.lat, point.lon, aside, point.roomMeters * share);
  });
}
