import { YieldTimer } from '../../../async/cooperative-yield.js';
import { formatDay, parseDay } from '../civil-day.js';
import { type LineItem, lineItems, type StatementKind } from '../line-items.js';
import {
  dayAfter,
  daysOf,
  fiscalYears,
  isQuarter,
  numberOf,
  openYear,
  type Period,
  quartersOf,
} from './fiscal-periods.js';
import type { FigureFiling, KnownFact } from './known-fact.js';

/** A reported value from which another one is derived. */
export interface DerivationInput extends FigureFiling {
  start: string;
  end: string;
}

export interface Derivation {
  /** The names of the inputs in their order, such as `9M − 6M`. */
  formula: string;
  inputs: readonly DerivationInput[];
}

/** A figure of a line item. */
export interface Figure {
  item: string;
  statement: StatementKind;
  label: string;
  value: number;
  unit: string;
  concept: string;
  start: string | null;
  end: string;
  /** The filing that states it; of a derived figure, the one of the longer period. */
  filing: FigureFiling;
  /** Time from which the figure was known. */
  knownSince: Date;
  /** Null: the filing states the value itself. */
  derivation: Derivation | null;
  /** Values that were valid before, the first one first; empty without restatements. */
  earlier: readonly FigureFiling[];
}

export interface StatementPeriod extends Period {
  /** In the order of the line items. */
  figures: readonly Figure[];
  /** Keys of items that other periods have. */
  missing: readonly string[];
  warnings: readonly string[];
}

/** Days by which the start of a period may differ from that of its fiscal year. */
const START_TOLERANCE = 7;
const monthsOf = (days: number): string => (days > 300 ? 'FY' : `${Math.round(days / 30.4)}M`);

/**
 * Returns the fiscal years, or their quarters, newest first. Twenty years of figures take tens of milliseconds of CPU
 * time, so the function yields to the event loop in between.
 * @param facts figures as known at one moment
 * @param currency the preferred currency, where a figure is reported in several ones
 */
export async function statementsOf(
  facts: readonly KnownFact[],
  period: 'annual' | 'quarter',
  currency: string | null,
): Promise<StatementPeriod[]> {
  const slice = new YieldTimer();
  const years = fiscalYears(facts);
  if (period === 'annual') return arranged(years, byEnd(facts.map(reported)), currency, slice);
  return (await withQuarters(facts, years, slice, currency)).quarters;
}

/** Returns the fiscal years and their quarters, as `statementsOf`, in less time than one after the other. */
export async function yearsAndQuartersOf(
  facts: readonly KnownFact[],
  currency: string | null,
): Promise<{ years: StatementPeriod[]; quarters: StatementPeriod[] }> {
  const slice = new YieldTimer();
  const years = fiscalYears(facts);
  const { quarters, found } = await withQuarters(facts, years, slice, currency);
  // Quarters derived from longer periods begin after their year, so they are no candidates for it.
  return { years: await arranged(years, found, currency, slice), quarters };
}

async function withQuarters(
  facts: readonly KnownFact[],
  years: readonly Period[],
  slice: YieldTimer,
  currency: string | null,
): Promise<{ quarters: StatementPeriod[]; found: CandidatesByEnd }> {
  const open = openYear(years);
  const all = open === undefined ? years : [...years, open];
  const candidates = [...facts.map(reported), ...(await derivedQuarters(facts, all, slice))];
  const ends = quarterEnds(candidates);
  const found = byEnd(candidates);
  const periods = all.flatMap((year) => quartersOf(year, ends));
  return { quarters: await arranged(periods, found, currency, slice), found };
}

/** Candidates by the last day of their period and the key of their item. */
type CandidatesByEnd = ReadonlyMap<string, ReadonlyMap<string, readonly Candidate[]>>;

function byEnd(candidates: readonly Candidate[]): CandidatesByEnd {
  const found = new Map<string, Map<string, Candidate[]>>();
  for (const candidate of candidates) {
    const { item, end } = candidate.figure;
    const items = found.get(end) ?? new Map<string, Candidate[]>();
    found.set(end, items);
    const known = items.get(item);
    if (known === undefined) items.set(item, [candidate]);
    else known.push(candidate);
  }
  return found;
}

/** Returns the statements of periods, newest first. */
async function arranged(
  periods: readonly Period[],
  found: CandidatesByEnd,
  currency: string | null,
  slice: YieldTimer,
): Promise<StatementPeriod[]> {
  const statements: StatementPeriod[] = [];
  for (const one of periods) {
    const statement = statementOf(one, found, currency);
    if (statement.figures.length > 0) statements.push(statement);
    if (slice.isOver) await slice.next();
  }
  return withMissing(statements).reverse();
}

/** A figure with the priority of its concept: 0 is the preferred one. */
interface Candidate {
  figure: Figure;
  rank: number;
  warning?: string;
}

const ranks = new Map<string, { item: LineItem; rank: (concept: string) => number }>(
  lineItems.map((item) => [
    item.key,
    {
      item,
      rank: (concept) => {
        const at = item.concepts.findIndex((name) => (name.includes(':') ? name : `us-gaap:${name}`) === concept);
        return at < 0 ? item.concepts.length : at;
      },
    },
  ]),
);

const reported = (fact: KnownFact): Candidate => {
  const filing = fact.versions.at(-1) as FigureFiling;
  return candidateOf(fact, {
    value: filing.value,
    start: fact.start,
    end: fact.end,
    filing,
    knownSince: filing.publishedAt,
    derivation: null,
    earlier: fact.versions.slice(0, -1),
  });
};

function candidateOf(
  { item: key, unit, concept }: KnownFact,
  figure: Pick<Figure, 'value' | 'start' | 'end' | 'filing' | 'knownSince' | 'derivation' | 'earlier'>,
): Candidate {
  const found = ranks.get(key);
  const { statement, label } = found?.item ?? { statement: 'balance', label: key };
  return { figure: { item: key, statement, label, unit, concept, ...figure }, rank: found?.rank(concept) ?? 0 };
}

/** Returns the ends of quarters, with the number of figures of each. */
function quarterEnds(candidates: readonly Candidate[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { figure } of candidates)
    if (figure.start !== null && isQuarter(daysOf(figure.start, figure.end)))
      ends.set(figure.end, (ends.get(figure.end) ?? 0) + 1);
  return ends;
}

function statementOf(period: Period, found: CandidatesByEnd, currency: string | null): StatementPeriod {
  const warnings: string[] = [];
  const items = found.get(period.end);
  const figures = lineItems.flatMap(({ key, kind }) => {
    const candidates = (items?.get(key) ?? []).filter(({ figure: { start } }) =>
      kind === 'instant' ? start === null : start !== null && startsWith(period, start),
    );
    const inCurrency = candidates.filter(
      ({ figure: { unit } }) => unit === 'shares' || unit.split('/')[0] === currency,
    );
    const usable = inCurrency.length > 0 ? inCurrency : candidates;
    const chosen = usable.reduce<Candidate | undefined>(better, undefined);
    if (chosen?.warning !== undefined) warnings.push(chosen.warning);
    return chosen === undefined ? [] : [chosen.figure];
  });
  return { ...period, figures, missing: [], warnings: [...new Set(warnings)].slice(0, 20) };
}

const startsWith = (period: Period, start: string): boolean =>
  Math.abs(numberOf(start) - numberOf(period.start)) <= START_TOLERANCE;

/** Prefers the concept of higher priority, then a reported figure to a derived one. */
function better(best: Candidate | undefined, other: Candidate): Candidate {
  if (best === undefined || other.rank < best.rank) return other;
  if (other.rank > best.rank) return best;
  if (best.figure.derivation !== null && other.figure.derivation === null) return other;
  return best;
}

/** Derives quarters from figures that add up from the start of a fiscal year. */
async function derivedQuarters(
  facts: readonly KnownFact[],
  years: readonly Period[],
  slice: YieldTimer,
): Promise<Candidate[]> {
  const flows = facts.filter(({ start, item }) => start !== null && ranks.get(item)?.item.kind === 'flow');
  const series = Map.groupBy(flows, ({ concept, item, unit }) => `${concept} ${item} ${unit}`);
  const found: Candidate[] = [];
  for (const one of series.values()) {
    found.push(...years.flatMap((year) => derivedIn(one, year)));
    if (slice.isOver) await slice.next();
  }
  return found;
}

function derivedIn(facts: readonly KnownFact[], year: Period): Candidate[] {
  const inYear = facts.filter(({ end }) => end >= year.start && end <= year.end);
  const cumulative = inYear
    .filter(({ start }) => startsWith(year, start as string))
    .sort((one, other) => (one.end < other.end ? -1 : 1));
  const found: Candidate[] = [];
  for (const [at, longer] of cumulative.entries()) {
    const shorter = cumulative[at - 1];
    if (shorter !== undefined && isQuarter(daysOf(dayAfter(shorter.end), longer.end)))
      found.push(difference(longer, [shorter]));
    else found.push(...withoutThreeQuarters(longer, inYear));
  }
  return found;
}

/** Derives the fourth quarter from a year and its first three quarters, where the nine months are not reported. */
function withoutThreeQuarters(year: KnownFact, facts: readonly KnownFact[]): Candidate[] {
  if (daysOf(year.start as string, year.end) < 300) return [];
  const quarters = facts
    .filter(({ start, end }) => isQuarter(daysOf(start as string, end)) && end < year.end)
    .sort((one, other) => (one.end < other.end ? -1 : 1));
  const follow = quarters.every(
    ({ start }, at) => start === (at === 0 ? year.start : dayAfter((quarters[at - 1] as KnownFact).end)),
  );
  const last = quarters.at(-1);
  if (quarters.length !== 3 || last === undefined || !follow) return [];
  return isQuarter(daysOf(dayAfter(last.end), year.end)) ? [difference(year, quarters)] : [];
}

/** Subtracts the figures of parts from that of the whole, which ends later. */
function difference(whole: KnownFact, parts: readonly KnownFact[]): Candidate {
  const { total, subtracted, isMixed } = sameBasis(whole, parts);
  const inputs = [total, ...subtracted].map((filing, at) => {
    const { start, end } = at === 0 ? whole : (parts[at - 1] as KnownFact);
    return { ...filing, start: start as string, end };
  });
  const names = inputs.map(({ start, end }, at) =>
    parts.length > 1 && at > 0 ? `Q${at}` : monthsOf(daysOf(start, end)),
  );
  const formula = names.join(' − ');
  const value = subtracted.reduce((rest, { value }) => rest - value, total.value);
  const start = dayAfter((parts.at(-1) as KnownFact).end);
  const knownSince = new Date(Math.max(...inputs.map(({ publishedAt }) => publishedAt.getTime())));
  const figure = { value, start, end: whole.end, filing: total, knownSince };
  const candidate = candidateOf(whole, { ...figure, derivation: { formula, inputs }, earlier: [] });
  if (!isMixed) return candidate;
  const label = candidate.figure.label.toLowerCase();
  return { ...candidate, warning: `The ${label} of ${formula} is as first published: only one of them was restated.` };
}

/**
 * Chooses versions of a whole and its parts that belong together. A restated whole goes with restated parts alone,
 * since their difference would otherwise contain the restatement; else all are as first published.
 */
function sameBasis(
  whole: KnownFact,
  parts: readonly KnownFact[],
): { total: FigureFiling; subtracted: FigureFiling[]; isMixed: boolean } {
  const isRestated = ({ versions }: KnownFact) => versions.length > 1;
  const all = [whole, ...parts];
  const last = (fact: KnownFact) => fact.versions.at(-1) as FigureFiling;
  if (all.every(isRestated) || !all.some(isRestated))
    return { total: last(whole), subtracted: parts.map(last), isMixed: false };
  const [first] = whole.versions as readonly [FigureFiling];
  // A part that was restated before the whole was first published is already contained in it.
  const asOfThen = ({ versions }: KnownFact) =>
    versions.findLast(({ filedOn }) => filedOn <= first.filedOn) ?? (versions[0] as FigureFiling);
  const subtracted = parts.map(asOfThen);
  const isMixed = isRestated(whole) || parts.some((part, at) => last(part) !== subtracted[at]);
  return { total: first, subtracted, isMixed };
}

/** Adds the items that a period lacks and other ones of the list have, and the gaps between periods. */
function withMissing(statements: readonly StatementPeriod[]): StatementPeriod[] {
  const usual = new Set(statements.flatMap(({ figures }) => figures.map(({ item }) => item)));
  return statements.map((statement, at) => {
    const own = new Set(statement.figures.map(({ item }) => item));
    const before = statements[at - 1];
    const gap =
      before !== undefined && parseDay(statement.start) - parseDay(before.end) > START_TOLERANCE
        ? [`No filing states the period from ${dayAfter(before.end)} to ${formatDay(parseDay(statement.start) - 1)}.`]
        : [];
    const missing = lineItems.map(({ key }) => key).filter((key) => usual.has(key) && !own.has(key));
    return { ...statement, missing, warnings: [...statement.warnings, ...gap] };
  });
}
