/** What the numbers of ITU-R M.1371 mean; null where they mean that it is not available. */

/** Knots, of tenths: 1022 is "or more". */
export const speedOf = (tenths: number): number | null => (tenths >= 1023 ? null : tenths / 10);

/** Degrees, of tenths. */
export const courseOf = (tenths: number): number | null => (tenths >= 3600 ? null : tenths / 10);

/** Whole degrees. */
export const degreesOf = (degrees: number): number | null => (degrees >= 360 ? null : degrees);

/**
 * Degrees per minute: the value sent is 4.733 times their square root. Without a turn indicator ±127 means more than 5° in 30 s, which is
 * given as 10° per minute, its minimum.
 */
export function rateOfTurnOf(turn: number): number | null {
  if (turn === -128) return null;
  if (turn === 127 || turn === -127) return Math.sign(turn) * 10;
  return Math.round(Math.sign(turn) * (turn / 4.733) ** 2 * 10) / 10 + 0;
}

/** Seven digits. Up to 999 999 numbers are not used, above 9 999 999 they are those of a flag state (table 52). */
export const imoOf = (imo: number): number | null => (imo >= 1_000_000 && imo <= 9_999_999 ? imo : null);

export const shipTypeCodeOf = (code: number): number | null => (code >= 1 && code <= 99 ? code : null);

/** Metres, of decimetres. */
export const draughtOf = (decimetres: number): number | null => (decimetres === 0 ? null : decimetres / 10);

/** Metres between two sides, which are 0 where they are not known; one of them may be where only the whole is. */
export const sumOf = (one: number, other: number): number | null => one + other || null;

/** Without what it was padded with. */
export function textOf(text: string): string | null {
  const end = text.indexOf('@');
  return (end < 0 ? text : text.slice(0, end)).trim() || null;
}

/** Metres: better than 10 where the flag is set; else worse than that, as an antenna without corrections is: up to 30 (M.1371, table 50). */
export const accuracyOf = (isAccurate: boolean): number => (isAccurate ? 10 : 30);

/**
 * Estimated time of arrival (ms), in the year nearest to the report, since the year is not sent. Null when month or day are not available or
 * invalid; the start of the day when the hour is not available.
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
