import { YieldTimer } from '../../../async/cooperative-yield.js';
import { HOUR_MS, MINUTE_MS } from '../../../time/durations.js';
import { SIMULATOR } from '../data-origin.js';
import { PORT_CALL_METERS, type PortTable } from '../detectors/port-table.js';
import type { LiveState } from '../live/live-state.js';
import { isStationary } from '../stationary.js';
import { eachPortNear } from './waiting-ports.js';
import { isAtAnchor, type WaitingProperties, type WaitingType, waitingType } from './waiting-ship.js';

/** Time (ms) after the start of an hour from which on its sample is taken: in the last ten minutes. */
export const SAMPLED_AFTER_MS = 50 * MINUTE_MS;
/** Maximum age (ms) of the report of a vessel that counts, and that shows reception near a port. */
const MAX_AGE_MS = HOUR_MS;
/** Distance (m) from a port up to which a stopped ship is at a berth, as in port calls. */
const BERTH_METERS = PORT_CALL_METERS.arrival;
/** Vessels that are read between two looks at the clock. */
const VESSELS_A_LOOK = 256;

/** Waiting ships off a port, by type. */
export type WaitingCount = Record<WaitingType, number>;

/** Waiting ships by UN/LOCODE. Ports without reception are absent. */
export type WaitingCounts = Map<string, WaitingCount>;

/** The port off which a ship waits, and its type. */
export interface Waiting {
  locode: string;
  type: WaitingType;
}

/**
 * Returns where a ship waits: off the nearest large port, if that is at most 60 km away and the ship is at no berth. A
 * ship that reports to be at anchor is compared with the berths of this port, others with those of all listed ports,
 * since some of them are moored and do not report it.
 */
export function waitingAt(
  ship: WaitingProperties,
  lat: number,
  lon: number,
  ports: Pick<PortTable, 'near'>,
): Waiting | undefined {
  const type = waitingType(ship);
  if (type === undefined) return undefined;
  let [nearest, least] = ['', Number.POSITIVE_INFINITY];
  eachPortNear(lat, lon, (locode, meters) => {
    if (meters < least) [nearest, least] = [locode, meters];
  });
  if (nearest === '' || least <= BERTH_METERS) return undefined;
  if (!isAtAnchor(ship) && ports.near(lat, lon, BERTH_METERS) !== undefined) return undefined;
  return { locode: nearest, type };
}

/** Counts the waiting ships of live state, real and simulated ones apart. Other work continues meanwhile. */
export async function countWaiting(
  { vessels, vesselColumns }: LiveState,
  ports: Pick<PortTable, 'near'>,
  now: number,
): Promise<{ real: WaitingCounts; simulated: WaitingCounts }> {
  const counts = { real: new Map(), simulated: new Map() } satisfies Record<string, WaitingCounts>;
  const { station, shipTypeCode, navigationStatus, speedKnots } = vesselColumns.at;
  const slices = new YieldTimer();
  for (let slot = 0; slot < vessels.slotEnd; slot += 1) {
    if (slot % VESSELS_A_LOOK === 0 && slices.isOver) await slices.next();
    const [lat, lon] = [vessels.latAt(slot), vessels.lonAt(slot)];
    if (vessels.keyAt(slot) < 0 || Number.isNaN(lat) || now - vessels.observedAt(slot) > MAX_AGE_MS) continue;
    if (isStationary(station(slot))) continue;
    const found = counts[vessels.providerAt(slot) === SIMULATOR ? 'simulated' : 'real'];
    eachPortNear(lat, lon, (locode) => hear(found, locode));
    const ship = {
      station: station(slot),
      shipTypeCode: shipTypeCode(slot),
      navigationStatus: navigationStatus(slot),
      speedKnots: speedKnots(slot),
    };
    const waiting = waitingAt(ship, lat, lon, ports);
    if (waiting !== undefined) hear(found, waiting.locode)[waiting.type] += 1;
  }
  return counts;
}

/** Returns the count of a port in which a vessel is received. */
function hear(counts: WaitingCounts, locode: string): WaitingCount {
  const known = counts.get(locode);
  if (known !== undefined) return known;
  const count = { cargo: 0, tanker: 0 };
  counts.set(locode, count);
  return count;
}
