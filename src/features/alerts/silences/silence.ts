import type { Owned } from '../../../resources/owned-table.js';
import type { AlertSeverity } from '../engine/engine-rule.js';

/**
 * A period in which matching alerts are not delivered. An alert matches if it has all properties that are set; null
 * matches every alert.
 */
export interface Silence extends Owned {
  comment: string;
  ruleId: string | null;
  severities: AlertSeverity[] | null;
  symbols: string[] | null;
  /**
   * Bounding box as west, south, east, north in degrees; west is greater than east across the antimeridian. Null: any
   * place.
   */
  bbox: number[] | null;
  /** Start, inclusive; `endsAt` is exclusive. */
  startsAt: Date;
  endsAt: Date;
}

/** The properties of an alert by which a silence selects it. */
export interface Silenceable {
  ruleId: string;
  severity: AlertSeverity;
  symbols: readonly string[];
  place: { lat: number; lon: number } | null;
}

/** Whether a silence is in force at a moment and matches an alert. */
export function isSilencedBy(
  { ruleId, severities, symbols, bbox, startsAt, endsAt }: Silence,
  alert: Silenceable,
  now: number,
): boolean {
  if (now < startsAt.getTime() || now >= endsAt.getTime()) return false;
  if (ruleId !== null && ruleId !== alert.ruleId) return false;
  if (severities !== null && !severities.includes(alert.severity)) return false;
  if (symbols !== null && !symbols.some((symbol) => alert.symbols.includes(symbol))) return false;
  return bbox === null || (alert.place !== null && isWithin(bbox as [number, number, number, number], alert.place));
}

function isWithin(
  [west, south, east, north]: [number, number, number, number],
  { lat, lon }: { lat: number; lon: number },
): boolean {
  if (lat < south || lat > north) return false;
  return west > east ? lon >= west || lon <= east : lon >= west && lon <= east;
}
