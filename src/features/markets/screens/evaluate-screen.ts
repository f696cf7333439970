import { YieldTimer } from '../../../async/cooperative-yield.js';
import { isGroup, isNegation } from '../../../conditions/condition-tree.js';
import { DAY_MS } from '../../../time/durations.js';
import { formatDay } from '../civil-day.js';
import { type MissingReason, missingReasons } from './company-columns.js';
import { priceDaysOf, priceReasonOf, priceValueOf } from './price-columns.js';
import type { ScreenCondition, ScreenLeaf } from './screen.js';
import { companyFieldAt, type InstrumentText, type ScreenField } from './screen-fields.js';
import type { InstrumentFigures, ScreenInstrument } from './screen-figures.service.js';
import type { ScreenPlan } from './screen-plan.js';

/** A value of an instrument with its origin. */
export interface ScreenValue {
  field: string;
  value: number | null;
  text: string | null;
  /** Currency of an amount or price; null for other values. */
  currency: string | null;
  /** The first and the last day from which the value comes; null for texts, and without a value. */
  firstDay: string | null;
  lastDay: string | null;
  /** Time from which it was known; null for texts, and without a value. */
  knownSince: Date | null;
  /** Accession number of its latest filing; null for other values. */
  accession: string | null;
  missing: MissingReason | null;
}

/** The values of an instrument by which it is sorted; null: missing. */
export type SortKey = ReadonlyArray<number | string | null>;

export interface ScreenMatch {
  figures: InstrumentFigures;
  key: SortKey;
}

/** Number of instruments without a value of a field, for one reason. */
export interface MissingValues {
  field: string;
  reason: MissingReason;
  count: number;
}

export interface ScreenOutcome {
  /** In the order of the screen, up to its limit. */
  matches: ScreenMatch[];
  /** Number of instruments for which the condition is true, also beyond the limit. */
  total: number;
  /** Symbols for which missing values leave the condition undecided. */
  undecided: string[];
  missing: MissingValues[];
}

/** Number of instruments that are evaluated before other work may run on the event loop. */
const CHUNK = 64;

/** Reads one field of an instrument: a number, NaN if it is missing. Texts have no number. */
type NumberOf = (figures: InstrumentFigures) => number;
/** The truth of a condition: 1 true, 0 false, NaN undecided because a value is missing. */
type TruthOf = (figures: InstrumentFigures) => number;

/** Finds the instruments for which a screen is true. Missing values make a comparison neither true nor false. */
export async function evaluateScreen(
  plan: ScreenPlan,
  instruments: readonly InstrumentFigures[],
  signal?: AbortSignal,
): Promise<ScreenOutcome> {
  const truth: TruthOf = plan.condition === null ? () => 1 : truthOf(plan.condition, plan.fields);
  const sortFields = plan.sort.map(({ field }) => plan.fields.get(field) as ScreenField);
  const counted = [...new Map([...plan.fields.values()].map((field) => [field.text, field])).values()];
  const readers = counted.map(missingOf);
  const counts = counted.map(() => new Uint32Array(missingReasons.length));
  const matches: ScreenMatch[] = [];
  const undecided: string[] = [];
  const slice = new YieldTimer();
  for (const [index, figures] of instruments.entries()) {
    const isTrue = truth(figures);
    if (isTrue === 1) matches.push({ figures, key: sortFields.map((field) => sortValueOf(field, figures)) });
    else if (Number.isNaN(isTrue)) undecided.push(figures.instrument.symbol);
    for (let at = 0; at < readers.length; at += 1) {
      const reason = (readers[at] as (typeof readers)[number])(figures);
      if (reason === undefined) continue;
      const [ofField, column] = [counts[at] as Uint32Array, missingReasons.indexOf(reason)];
      ofField[column] = (ofField[column] as number) + 1;
    }
    if (index % CHUNK === 0 && slice.isOver) await slice.next(signal);
  }
  const total = matches.length;
  matches.sort((one, other) => compareMatches(plan, keyOf(one), keyOf(other)));
  return { matches: matches.slice(0, plan.limit ?? total), total, undecided, missing: missingValues(counted, counts) };
}

/** Returns the key of a match: its sort values, then its symbol. */
export const keyOf = ({ key, figures }: ScreenMatch): SortKey => [...key, figures.instrument.symbol];

/**
 * Returns the matches of a page, each with its position for cursors: for each sort value a 0 and the value, or a 1 and
 * an empty text if the value is missing.
 * @param after position of the last match of the page before
 */
export function pageOfMatches(
  plan: Pick<ScreenPlan, 'sort'>,
  matches: readonly ScreenMatch[],
  after: ReadonlyArray<number | string> | undefined,
  count: number,
): Array<{ match: ScreenMatch; position: Array<number | string> }> {
  const key = after?.flatMap((value, at) => (at % 2 === 0 ? [] : [after[at - 1] === 1 ? null : value]));
  const first = key === undefined ? 0 : matches.findIndex((match) => compareMatches(plan, keyOf(match), key) > 0);
  if (first < 0) return [];
  return matches.slice(first, first + count).map((match) => ({
    match,
    position: keyOf(match).flatMap((value) => (value === null ? [1, ''] : [0, value])),
  }));
}

/** Compares the keys of two matches by the order of a screen; missing values come last. */
export function compareMatches({ sort }: Pick<ScreenPlan, 'sort'>, one: SortKey, other: SortKey): number {
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? null, other[at] ?? null];
    if (a === b) continue;
    if (a === null || b === null) return a === null ? 1 : -1;
    return (a < b ? -1 : 1) * (sort[at]?.order === 'desc' ? -1 : 1);
  }
  return 0;
}

/** Returns a value of an instrument with its origin. */
export function screenValueOf(field: ScreenField, figures: InstrumentFigures): ScreenValue {
  const { text: name, group, unit } = field;
  const empty = {
    field: name,
    value: null,
    text: null,
    currency: null,
    firstDay: null,
    lastDay: null,
    knownSince: null,
    accession: null,
  };
  const missing = missingOf(field)(figures) ?? null;
  if (missing !== null) return { ...empty, missing };
  if (unit === 'text') return { ...empty, text: textOf(field, figures.instrument), missing };
  const value = Number(numberOf(field)(figures).toPrecision(12));
  const isAmount = unit === 'money' || unit === 'price';
  if (group === 'price' || group === 'indicator') {
    const prices = figures.prices as Exclude<InstrumentFigures['prices'], string>;
    const [from, to] = priceDaysOf(field, prices);
    return {
      ...empty,
      value,
      currency: isAmount ? prices.currency : null,
      firstDay: formatDay(from / DAY_MS),
      lastDay: formatDay(to / DAY_MS),
      knownSince: new Date(to + DAY_MS),
      missing,
    };
  }
  const company = figures.company as Exclude<InstrumentFigures['company'], string>;
  const at = companyFieldAt.get(name) as number;
  const [start, end] = [company.starts[at] as number, company.ends[at] as number];
  return {
    ...empty,
    value,
    currency: isAmount ? (company.otherCurrencies.get(at) ?? company.currency) : null,
    firstDay: Number.isNaN(start) ? formatDay(end) : formatDay(start),
    lastDay: formatDay(end),
    knownSince: new Date(company.knownSince[at] as number),
    accession: company.accessions[(company.filings[at] as number) - 1] ?? null,
    missing,
  };
}

function missingValues(fields: readonly ScreenField[], counts: readonly Uint32Array[]): MissingValues[] {
  return fields.flatMap(({ text }, at) =>
    missingReasons.flatMap((reason, index) => {
      const count = counts[at]?.[index] ?? 0;
      return count === 0 ? [] : [{ field: text, reason, count }];
    }),
  );
}

function truthOf(condition: ScreenCondition, fields: ReadonlyMap<string, ScreenField>): TruthOf {
  if (isNegation(condition)) {
    const inner = truthOf(condition.condition, fields);
    return (figures) => 1 - inner(figures);
  }
  if (!isGroup(condition)) return leafOf(condition, fields);
  const children = condition.conditions.map((child) => truthOf(child, fields));
  // One false child decides `all`, and one true child decides `any`, even if values of others are missing.
  const decisive = condition.type === 'all' ? 0 : 1;
  return (figures) => {
    let result: number = 1 - decisive;
    for (const child of children) {
      const truth = child(figures);
      if (truth === decisive) return decisive;
      if (Number.isNaN(truth)) result = truth;
    }
    return result;
  };
}

function leafOf(leaf: ScreenLeaf, fields: ReadonlyMap<string, ScreenField>): TruthOf {
  const field = fields.get(leaf.field) as ScreenField;
  if (leaf.type === 'one_of') {
    const values = new Set(leaf.values.map((value) => value.toLowerCase()));
    return ({ instrument }) => {
      const text = textOf(field, instrument);
      return text === null ? Number.NaN : Number(values.has(text.toLowerCase()));
    };
  }
  const one = numberOf(field);
  const { operator, value, otherField, factor: given = 1 } = leaf;
  const second: NumberOf =
    otherField === undefined ? () => value as number : numberOf(fields.get(otherField) as ScreenField);
  const factor = otherField === undefined ? 1 : given;
  const compare = comparisons[operator];
  return (figures) => {
    const [a, b] = [one(figures), second(figures) * factor];
    return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : Number(compare(a, b));
  };
}

const comparisons = {
  above: (a: number, b: number) => a > b,
  at_least: (a: number, b: number) => a >= b,
  below: (a: number, b: number) => a < b,
  at_most: (a: number, b: number) => a <= b,
};

function numberOf(field: ScreenField): NumberOf {
  if (field.group === 'price' || field.group === 'indicator')
    return ({ prices }) => (typeof prices === 'string' ? Number.NaN : priceValueOf(field, prices));
  const at = companyFieldAt.get(field.text) as number;
  return ({ company }) => (typeof company === 'string' ? Number.NaN : (company.values[at] as number));
}

/** Returns the reason for which an instrument has no value of a field; undefined with a value. */
function missingOf(field: ScreenField): (figures: InstrumentFigures) => MissingReason | undefined {
  if (field.unit === 'text')
    return ({ instrument }) => (textOf(field, instrument) === null ? 'not_reported' : undefined);
  const read = numberOf(field);
  if (field.group === 'price' || field.group === 'indicator')
    return (figures) => {
      const { prices } = figures;
      if (typeof prices === 'string') return prices;
      return Number.isNaN(read(figures)) ? priceReasonOf(field, prices) : undefined;
    };
  const at = companyFieldAt.get(field.text) as number;
  return (figures) => {
    const { company } = figures;
    if (typeof company === 'string') return company;
    return Number.isNaN(read(figures)) ? missingReasons[company.reasons[at] as number] : undefined;
  };
}

function sortValueOf(field: ScreenField, figures: InstrumentFigures): number | string | null {
  if (field.unit === 'text') return textOf(field, figures.instrument);
  const value = numberOf(field)(figures);
  return Number.isNaN(value) ? null : value;
}

function textOf({ name }: ScreenField, instrument: ScreenInstrument): string | null {
  if (name === 'venue') return instrument.symbol.split('.')[1] as string;
  return instrument[name as Exclude<InstrumentText, 'venue'>];
}
