import { readNumber } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';

/**
 * Reads a price that may be missing; 0 counts as missing, as vendors send it before the first trade.
 * @throws UpstreamError `bad_answer` below 0, and as `readNumber`
 */
export function readPrice(value: unknown, place: string): number | null {
  const price = readNumber(value, place);
  if (price !== null && price < 0) throw badAnswer(`${place} is below zero.`);
  return price === 0 ? null : price;
}

/** Reads a price that must be there. @throws UpstreamError `bad_answer` for a price that is missing, 0 or negative */
export function requirePrice(value: unknown, place: string): number {
  const price = readPrice(value, place);
  if (price === null) throw badAnswer(`${place} is missing or zero.`);
  return price;
}

/** Reads a quantity that may be missing or 0. @throws UpstreamError `bad_answer` below 0, and as `readNumber` */
export function readVolume(value: unknown, place: string): number | null {
  const volume = readNumber(value, place);
  if (volume !== null && volume < 0) throw badAnswer(`${place} is below zero.`);
  return volume;
}
