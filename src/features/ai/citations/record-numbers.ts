import { numbersIn } from './number-text.js';
import { type Unit, unitOfField } from './number-units.js';

/** A number in a record, or one that is derived from a column of records. */
export interface RecordNumber {
  value: number;
  unit: Unit | undefined;
  /**
   * Names that the number is about, from the objects around it, in lower case; empty if it is about no single subject.
   */
  subjects: readonly string[];
  /** Whether the value is given without its sign, such as a drawdown, so that "fell 3 %" matches 3. */
  isMagnitude: boolean;
}

/** Numbers, days and names in records. */
export interface RecordFacts {
  numbers: RecordNumber[];
  /** Days as `YYYY-MM-DD`. */
  days: Set<string>;
  /** Names that numbers are about, in lower case. */
  subjects: Set<string>;
}

/** Names of fields that name the subject of an object. */
const naming = [
  'symbol',
  'name',
  'title',
  'mmsi',
  'icao24',
  'callsign',
  'registration',
  'currency',
  'base',
  'quote',
  'feed',
  'code',
];
const MAX_DEPTH = 12;
const MAX_NUMBERS = 20_000;
/** Maximum length of a text in which numbers are read, in characters. */
const MAX_TEXT_LENGTH = 2_000;
/** Maximum length of a column from which differences and changes are derived. */
const MAX_PAIRED = 12;
const magnitudeName = /^lat$|^lon$|latitude|longitude|drawdown|loss|valueAtRisk|shortfall|distance|decline/i;
const decimal = /^-?\d+(?:\.\d+)?$/;
const day = /^(\d{4}-\d{2}-\d{2})(?:T|$)/;

/**
 * Collects the numbers, days and names of records, and derives numbers from columns: count, sum, mean, and for short
 * columns differences and changes.
 */
export function factsOf(records: readonly unknown[]): RecordFacts {
  const facts: RecordFacts = { numbers: [], days: new Set(), subjects: new Set() };
  const columns = new Map<string, RecordNumber[]>();
  for (const [index, record] of records.entries())
    visit(record, { path: String(index), name: '', subjects: [], currency: undefined, depth: 0 }, facts, columns);
  for (const column of columns.values()) facts.numbers.push(...derived(column));
  return facts;
}

interface Place {
  path: string;
  name: string;
  subjects: readonly string[];
  currency: string | undefined;
  depth: number;
}

function visit(value: unknown, place: Place, facts: RecordFacts, columns: Map<string, RecordNumber[]>): void {
  if (place.depth > MAX_DEPTH || facts.numbers.length > MAX_NUMBERS || value === null) return;
  if (typeof value === 'number') add(value, place, facts, columns);
  else if (typeof value === 'string') readText(value, place, facts, columns);
  else if (Array.isArray(value)) {
    facts.numbers.push({ value: value.length, unit: undefined, subjects: place.subjects, isMagnitude: false });
    for (const item of value)
      visit(item, { ...place, path: `${place.path}[]`, depth: place.depth + 1 }, facts, columns);
    return;
  }
  if (typeof value !== 'object') return;
  const object = value as Record<string, unknown>;
  const named = naming.flatMap((name) =>
    typeof object[name] === 'string' && object[name] !== '' ? namesOf(object[name]) : [],
  );
  for (const name of named) facts.subjects.add(name);
  const currency = typeof object.currency === 'string' ? object.currency : place.currency;
  const subjects = named.length > 0 ? named : place.subjects;
  for (const [name, inner] of Object.entries(object))
    visit(inner, { path: `${place.path}.${name}`, name, subjects, currency, depth: place.depth + 1 }, facts, columns);
}

/** Returns the forms in which a name may be written: `AAPL.US` also as `AAPL`. */
function namesOf(name: string): string[] {
  const lower = name.toLowerCase().slice(0, 200);
  const ticker = /^([a-z0-9-]{2,})\.[a-z]{2,6}$/.exec(lower)?.[1];
  return ticker === undefined ? [lower] : [lower, ticker];
}

function readText(text: string, place: Place, facts: RecordFacts, columns: Map<string, RecordNumber[]>): void {
  const found = day.exec(text);
  if (found !== null) facts.days.add(found[1] as string);
  else if (decimal.test(text)) add(Number(text), place, facts, columns);
  else if (/\d/.test(text))
    for (const { value, unit, sign } of numbersIn(text.slice(0, MAX_TEXT_LENGTH)))
      facts.numbers.push({ value: sign < 0 ? -value : value, unit, subjects: place.subjects, isMagnitude: true });
}

function add(
  value: number,
  { path, name, subjects, currency }: Place,
  facts: RecordFacts,
  columns: Map<string, RecordNumber[]>,
): void {
  const known = unitOfField(name);
  const unit = known?.dimension === 'money' ? { ...known, currency } : known;
  const number = { value, unit, subjects, isMagnitude: magnitudeName.test(name) };
  facts.numbers.push(number);
  if (!path.includes('[]')) return;
  const column = columns.get(path) ?? [];
  columns.set(path, column);
  column.push(number);
}

function derived(column: readonly RecordNumber[]): RecordNumber[] {
  const [first] = column;
  if (first === undefined || column.length < 2) return [];
  const of = (value: number, unit = first.unit, isMagnitude = false): RecordNumber => ({
    value,
    unit,
    subjects: [],
    isMagnitude,
  });
  const sum = column.reduce((total, { value }) => total + value, 0);
  const whole = [of(sum), of(sum / column.length)];
  if (column.length > MAX_PAIRED) return whole;
  const share = { dimension: 'share' as const, factor: 1 };
  const pairs = column.flatMap((one, index) =>
    column
      .slice(index + 1)
      .flatMap((other) => [
        of(other.value - one.value, first.unit, true),
        ...(one.value === 0 ? [] : [of(other.value / one.value - 1, share), of(other.value / one.value, undefined)]),
        ...(other.value === 0 ? [] : [of(one.value / other.value - 1, share)]),
      ]),
  );
  return [...whole, ...pairs];
}
