import { shipTypeOf } from '../ais/ship-type.js';
import type { Vessel } from '../vessel.js';

/** The types of ships that are counted. */
export const waitingTypes = ['cargo', 'tanker'] as const;
export type WaitingType = (typeof waitingTypes)[number];

/** The counted types; undefined: all. */
export type ShipFilter = readonly WaitingType[] | undefined;

/** Navigation status codes of ITU-R M.1371, table 45. */
const [ANCHORED, MOORED, AGROUND] = [1, 5, 6];
/** Speed (knots) below which a ship waits. */
const STOPPED_KNOTS = 1;
/** Speed (knots) from which on a ship is under way, whatever status its crew has left set. */
const UNDER_WAY_KNOTS = 3;

/** The properties by which a ship waits. */
export type WaitingProperties = Pick<Vessel, 'station' | 'shipTypeCode' | 'navigationStatus' | 'speedKnots'>;

/** Returns true for a ship that reports to be at anchor. */
export const isAtAnchor = ({ navigationStatus }: Pick<Vessel, 'navigationStatus'>): boolean =>
  navigationStatus === ANCHORED;

/**
 * Returns the type of a ship that may be waiting, wherever it is; undefined for other vessels. A ship waits at anchor
 * or drifts; one that is moored or aground does not wait.
 */
export function waitingType(ship: WaitingProperties): WaitingType | undefined {
  const { station, shipTypeCode, navigationStatus, speedKnots } = ship;
  if (station !== 'class_a' || navigationStatus === MOORED || navigationStatus === AGROUND) return undefined;
  const type = shipTypeOf(shipTypeCode);
  if (type !== 'cargo' && type !== 'tanker') return undefined;
  const isStill = isAtAnchor(ship)
    ? speedKnots === null || speedKnots < UNDER_WAY_KNOTS
    : speedKnots !== null && speedKnots < STOPPED_KNOTS;
  return isStill ? type : undefined;
}
