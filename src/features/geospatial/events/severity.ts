/** The rules of severities, as text for the API description. The functions in this file implement them. */
export const severityRules = [
  'Severity is 1 (minor) to 5 (critical).',
  'Earthquakes, by magnitude: below 4: 1, from 4: 2, from 5: 3, from 6: 4, from 7: 5; at least 3, 4 or 5 with ' +
    'a PAGER alert of yellow, orange or red.',
  'GDACS alerts: green 2, orange 4, red 5.',
  'Storms, by wind in knots: below 34: 2, from 34: 3, from 64: 4, from 96: 5, unknown: 3.',
  'Wildfires, by area in acres: below 5,000: 2, from 5,000: 3, from 25,000: 4, from 100,000: 5, unknown: 2.',
  'Other natural events: ice and discolored water 1, dust and snow 2, all others 3.',
  'Conflict and unrest: protest 2, show of force 2, assault 3, fighting 3, mass violence 5; one more if ten ' +
    'sources report it.',
  'An earthquake reported by several sources has the highest of their severities.',
].join(' ');

/** Returns the severity of the first threshold that the value reaches; `least` if it reaches none. */
const stepped = (
  value: number,
  steps: ReadonlyArray<readonly [from: number, severity: number]>,
  least: number,
): number => steps.find(([from]) => value >= from)?.[1] ?? least;

/** Severities of PAGER alerts; PAGER is the loss estimate of the USGS. */
const pager: ReadonlyMap<string, number> = new Map([
  ['yellow', 3],
  ['orange', 4],
  ['red', 5],
]);

export function earthquakeSeverity(magnitude: number | null, alert: string | null): number {
  const strength =
    magnitude === null
      ? 1
      : stepped(
          magnitude,
          [
            [7, 5],
            [6, 4],
            [5, 3],
            [4, 2],
          ],
          1,
        );
  return Math.max(strength, pager.get(alert ?? '') ?? 1);
}

/** Severity by wind speed: a tropical storm has at least 34 knots, a hurricane 64, a major one 96 (Saffir–Simpson). */
export const stormSeverity = (knots: number | null): number =>
  knots === null
    ? 3
    : stepped(
        knots,
        [
          [96, 5],
          [64, 4],
          [34, 3],
        ],
        2,
      );

export const wildfireSeverity = (acres: number | null): number =>
  acres === null
    ? 2
    : stepped(
        acres,
        [
          [100_000, 5],
          [25_000, 4],
          [5_000, 3],
        ],
        2,
      );

const alerts: ReadonlyMap<string, number> = new Map([
  ['green', 2],
  ['orange', 4],
  ['red', 5],
]);

/** Returns the severity of a GDACS alert level, case-insensitive; undefined for an unknown level. */
export const alertSeverity = (level: string): number | undefined => alerts.get(level.toLowerCase());

const byRoot: Readonly<Record<string, number>> = { '14': 2, '15': 2, '18': 3, '19': 3, '20': 5 };
const MANY_SOURCES = 10;

/** Returns the severity of a CAMEO root code of GDELT; one higher if many sources report the event. */
export const newsSeverity = (rootCode: string, sources: number): number =>
  Math.min(5, (byRoot[rootCode] ?? 2) + (sources >= MANY_SOURCES ? 1 : 0));
