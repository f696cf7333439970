import { isDay as isExistingDay } from '../../../upstream/answers.js';
import type { CompanyFacts, Fact, FactVersion } from '../company-facts.js';
import { coverShares, type LineItem, lineItems } from '../line-items.js';

/** Values beyond this amount are invalid; no company has a quadrillion of anything but its smallest currency unit. */
const MAX_VALUE = 1e17;
/** Maximum number of figures; the oldest ones are left out first. Forty items over thirty years have 20,000. */
const MAX_FACTS = 40_000;
const dayShape = /^(?:19|20)\d\d-\d\d-\d\d$/;
/** The form of accession numbers of filings. */
export const accessionShape = /^\d{10}-\d\d-\d{6}$/;

/** A row of companyfacts (https://www.sec.gov/search-filings/edgar-application-programming-interfaces). */
interface Row {
  start?: unknown;
  end?: unknown;
  val?: unknown;
  accn?: unknown;
  fy?: unknown;
  form?: unknown;
  filed?: unknown;
}

/** The reasons for which figures are left out, with their numbers. */
interface LeftOut {
  malformed: number;
  negative: number;
  contradictory: number;
  tooOld: number;
  units: Map<string, number>;
}

/**
 * Returns the figures of the line items in a `companyfacts` response, without repetitions. Figures that cannot be right
 * are left out and counted in the warnings: malformed ones, negative ones of items that are never negative, and two
 * values of one period in one filing.
 * @returns undefined for a response in another form
 */
export function secFacts(body: unknown): CompanyFacts | undefined {
  const taxonomies = objectOf(objectOf(body)?.facts);
  if (taxonomies === undefined) return undefined;
  const leftOut: LeftOut = { malformed: 0, negative: 0, contradictory: 0, tooOld: 0, units: new Map() };
  const facts: Fact[] = [];
  for (const item of [...lineItems, coverShares]) {
    for (const concept of item.concepts.map(qualified)) {
      const [taxonomy, name] = concept.split(':') as [string, string];
      const units = objectOf(objectOf(objectOf(taxonomies[taxonomy])?.[name])?.units) ?? {};
      for (const [unit, rows] of Object.entries(units)) {
        if (!Array.isArray(rows)) continue;
        if (measureOf(unit) === item.measure) facts.push(...factsOf(item, concept, unit, rows, leftOut));
        else leftOut.units.set(unit.slice(0, 20), (leftOut.units.get(unit.slice(0, 20)) ?? 0) + rows.length);
      }
    }
  }
  if (facts.length > MAX_FACTS) {
    facts.sort((one, other) => (one.end < other.end ? 1 : -1));
    leftOut.tooOld = facts.length - MAX_FACTS;
    facts.length = MAX_FACTS;
  }
  return { facts, currency: currencyOf(facts), warnings: sentences(leftOut) };
}

const qualified = (concept: string): string => (concept.includes(':') ? concept : `us-gaap:${concept}`);

/** Returns a value as an object; undefined if it is not an object. */
export function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function measureOf(unit: string): LineItem['measure'] | undefined {
  if (/^[A-Z]{3}$/.test(unit)) return 'money';
  if (unit === 'shares') return 'shares';
  return /^[A-Z]{3}\/shares$/.test(unit) ? 'per_share' : undefined;
}

/** Groups the rows of one concept and unit by period. */
function factsOf(item: LineItem, concept: string, unit: string, rows: readonly Row[], leftOut: LeftOut): Fact[] {
  const periods = new Map<string, { start: string | null; end: string; versions: FactVersion[] }>();
  for (const row of rows) {
    const read = versionOf(item, row);
    if (read === undefined) leftOut.malformed += 1;
    else if (read.version.value < 0 && !item.mayBeNegative) leftOut.negative += 1;
    else {
      const key = `${read.start} ${read.end}`;
      const found = periods.get(key);
      if (found === undefined) periods.set(key, { start: read.start, end: read.end, versions: [read.version] });
      else found.versions.push(read.version);
    }
  }
  return [...periods.values()].flatMap(({ start, end, versions }) => {
    const different = differentVersions(versions, leftOut);
    return different.length === 0 ? [] : [{ item: item.key, concept, unit, start, end, versions: different }];
  });
}

function versionOf(
  item: LineItem,
  row: Row | null,
): { start: string | null; end: string; version: FactVersion } | undefined {
  const { start = null, end, val, accn, fy, form, filed } = row ?? {};
  const isInstant = item.kind === 'instant';
  if (!isDay(end) || !isDay(filed) || filed < end || (isInstant ? start !== null : !isDay(start) || start > end))
    return undefined;
  if (typeof val !== 'number' || !(Math.abs(val) <= MAX_VALUE)) return undefined;
  if (typeof accn !== 'string' || !accessionShape.test(accn)) return undefined;
  if (typeof form !== 'string' || form.length === 0 || form.length > 20) return undefined;
  const year = typeof fy === 'number' && Number.isInteger(fy) ? fy : null;
  const version = { value: val, accession: accn, form, filedOn: filed, fiscalYear: year };
  return { start: start as string | null, end, version };
}

/** Texts that are days, because a response repeats each of them in most of its rows. */
const days = new Set<string>();
const MAX_DAYS = 50_000;

/** Whether a value is a day such as `2025-09-27`, in the years 1900 to 2099. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (days.has(value)) return true;
  if (!dayShape.test(value) || !isExistingDay(value)) return false;
  if (days.size < MAX_DAYS) days.add(value);
  return true;
}

/** Returns the first value and each later one that differs from the value before it, in the order of their filings. */
function differentVersions(versions: FactVersion[], leftOut: LeftOut): FactVersion[] {
  const filings = new Map<string, FactVersion | undefined>();
  for (const version of versions) {
    const { accession } = version;
    const known = filings.get(accession);
    if (!filings.has(accession)) filings.set(accession, version);
    else if (known !== undefined) filings.set(accession, moreExact(known, version));
  }
  const usable = [...filings.values()].filter((version) => version !== undefined);
  leftOut.contradictory += filings.size - usable.length;
  usable.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const found: FactVersion[] = [];
  for (const version of usable) {
    const before = found.at(-1);
    if (before === undefined || moreExact(before, version) === undefined) found.push(version);
  }
  return found;
}

const orderOf = ({ filedOn, accession }: FactVersion): string => `${filedOn} ${accession}`;

/**
 * Returns the value with more digits if one of two is the other one rounded, as in a table in thousands beside a text
 * in millions; undefined if they contradict each other.
 */
function moreExact(one: FactVersion, other: FactVersion): FactVersion | undefined {
  if (one.value === other.value) return one;
  const [steps, otherSteps] = [stepOf(one.value), stepOf(other.value)];
  if (Math.abs(one.value - other.value) > Math.max(steps, otherSteps) / 2) return undefined;
  return steps <= otherSteps ? one : other;
}

/** Returns the unit to which a value is rounded, in steps of a thousand up to a million; 0 if it is exact. */
function stepOf(value: number): number {
  if (value === 0 || value % 1_000 !== 0) return 0;
  return value % 1_000_000 === 0 ? 1_000_000 : 1_000;
}

function currencyOf(facts: readonly Fact[]): string | null {
  const counts = new Map<string, number>();
  for (const { unit } of facts) if (/^[A-Z]{3}$/.test(unit)) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? null;
}

function sentences({ malformed, negative, contradictory, tooOld, units }: LeftOut): string[] {
  const foreign = [...units].slice(0, 5).map(([unit, count]) => `${count} in ${unit}`);
  return [
    malformed > 0 && `Left out: ${malformed} malformed figures.`,
    negative > 0 && `Left out: ${negative} negative figures of items that are never negative.`,
    contradictory > 0 && `Left out: ${contradictory} figures that one filing states with two values.`,
    tooOld > 0 && `Left out: the ${tooOld} oldest figures.`,
    foreign.length > 0 && `Left out: figures in units that do not fit their items (${foreign.join(', ')}).`,
  ].filter((sentence) => sentence !== false);
}
