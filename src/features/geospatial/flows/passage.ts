import { type ShipType, shipTypeOf, shipTypes } from '../ais/ship-type.js';
import { deadweightOfHull } from '../deadweight.js';
import type { Vessel } from '../vessel.js';

/** Classes of deadweight (t), lightest first. */
export const deadweightClasses = [
  'under_10000',
  '10000_to_40000',
  '40000_to_60000',
  '60000_to_100000',
  '100000_to_200000',
  'over_200000',
] as const;
export type DeadweightClass = (typeof deadweightClasses)[number];
const bounds = [10_000, 40_000, 60_000, 100_000, 200_000];

/** A passage, as it is stored: eight bytes. */
export interface StoredPassage {
  /** The MMSI. */
  key: number;
  /** Minute of the day (UTC), from 0 to 1439. */
  minute: number;
  isForward: boolean;
  shipType: ShipType | null;
  deadweight: DeadweightClass | null;
}

/** Length of a stored passage (bytes). */
export const PASSAGE_BYTES = 8;

/** Writes a passage at an offset: the MMSI, then direction, minute, ship type and deadweight class in bits. */
export function writePassage(
  bytes: Buffer,
  offset: number,
  { key, minute, isForward, shipType, deadweight }: StoredPassage,
): void {
  // Zero means unknown.
  const type = shipType === null ? 0 : shipTypes.indexOf(shipType) + 1;
  const weight = deadweight === null ? 0 : deadweightClasses.indexOf(deadweight) + 1;
  bytes.writeUInt32BE(key, offset);
  bytes.writeUInt32BE(minute | (isForward ? 1 << 11 : 0) | (type << 12) | (weight << 17), offset + 4);
}

/** Calls `take` for each stored passage. The parts of a passage that are not needed are not read. */
export function eachPassage(bytes: Buffer, take: (key: number, bits: number) => void): void {
  for (let at = 0; at + PASSAGE_BYTES <= bytes.length; at += PASSAGE_BYTES)
    take(bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4));
}

export const minuteOf = (bits: number): number => bits & 0x7ff;
export const isForward = (bits: number): boolean => (bits & (1 << 11)) !== 0;
export const typeOf = (bits: number): ShipType | null => shipTypes[((bits >> 12) & 0x1f) - 1] ?? null;
export const deadweightOf = (bits: number): DeadweightClass | null =>
  deadweightClasses[((bits >> 17) & 0x7) - 1] ?? null;

/** The properties of a vessel that its class of deadweight is estimated from. */
export type Hull = Pick<Vessel, 'shipTypeCode' | 'lengthMeters' | 'beamMeters' | 'draughtMeters'>;

/** Estimates the deadweight class of a cargo ship or tanker from its size; null for other types and unknown sizes. */
export function estimatedDeadweight({ shipTypeCode, ...hull }: Hull): DeadweightClass | null {
  const type = shipTypeOf(shipTypeCode);
  const tons = type === 'cargo' || type === 'tanker' ? deadweightOfHull(hull) : null;
  return tons === null ? null : (deadweightClasses[bounds.filter((bound) => tons >= bound).length] as DeadweightClass);
}
