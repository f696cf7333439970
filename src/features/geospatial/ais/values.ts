// Converters of the values of ITU-R M.1371; they return null where a value is not available.

/** Returns the value if it is from 0 to `max`, inclusive; otherwise null. */
export const upTo = (max: number, value: number): number | null => (value >= 0 && value <= max ? value : null);

/** Speed in knots: 102.2 means 102.2 or more; 102.3 means not available. */
export const speedOf = (knots: number): number | null => upTo(102.2, knots);
/** Course in degrees; 360 means not available. */
export const courseOf = (degrees: number): number | null => upTo(359.9, degrees);
/** Navigation status; 15 means not defined. */
export const statusOf = (status: number): number | null => upTo(14, status);

/**
 * Returns the rate of turn in degrees per minute. The value sent is 4.733 times the square root of the rate. Without a
 * turn indicator, ±127 means more than 5° in 30 s, which is returned as its minimum, 10° per minute.
 */
export function rateOfTurnOf(turn: number): number | null {
  if (!(turn >= -127 && turn <= 127)) return null;
  if (turn === 127 || turn === -127) return Math.sign(turn) * 10;
  return Math.round(Math.sign(turn) * (turn / 4.733) ** 2 * 10) / 10 + 0;
}

/**
 * Returns an IMO number, which has seven digits: numbers up to 999 999 are not used, and numbers above 9 999 999 are
 * numbers of a flag state (table 52).
 */
export const imoOf = (imo: number): number | null => (imo >= 1_000_000 && imo <= 9_999_999 ? imo : null);

export const shipTypeCodeOf = (code: number): number | null => upTo(99, code) || null;

/** Draught in meters; 0 means not available. */
export const draughtOf = (meters: number): number | null => upTo(25.5, meters) || null;

/** Returns a text without padding; null if it is empty. */
export function textOf(text: string): string | null {
  const end = text.indexOf('@');
  return (end < 0 ? text : text.slice(0, end)).trim() || null;
}

/**
 * Returns the estimated time of arrival (ms) in the year nearest to the report, since the year is not sent. Null when
 * month or day are not available or invalid; the start of the day when the hour is not available.
 */
export function etaOf(month: number, day: number, hour: number, minute: number, reportedAt: number): number | null {
  if (month < 1 || month > 12 || day < 1) return null;
  const year = new Date(reportedAt).getUTCFullYear();
  let nearest: number | null = null;
  for (let candidate = year - 1; candidate <= year + 1; candidate += 1) {
    const eta = Date.UTC(candidate, month - 1, day, hour < 24 ? hour : 0, minute < 60 && hour < 24 ? minute : 0);
    if (new Date(eta).getUTCDate() !== day) continue;
    if (nearest === null || Math.abs(eta - reportedAt) < Math.abs(nearest - reportedAt)) nearest = eta;
  }
  return nearest;
}
