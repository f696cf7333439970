import type { AreaOfPlace } from '../../../../language/place-span.js';
import type { Token } from '../../../../language/token.js';
import { foldedWords } from '../../../../text/words.js';
import { NEGATIONS, numberOf, numberWordsAt } from './quantities.js';
import type { AnySpan, Limit, Span, SpanType } from './span.js';

/** Phrases before a number that make it a minimum or a maximum, with the property that they imply. */
const BEFORE: ReadonlyArray<readonly [side: 'min' | 'max', of: Limit['of'] | undefined, phrases: string]> = [
  ['min', undefined, 'above|over|exceeding|more than|greater than|higher than|at least|>|>=|≥'],
  ['max', undefined, 'below|under|less than|lower than|at most|up to|<|<=|≤'],
  ['min', 'depth', 'deeper than|depth over|depth above|at a depth over'],
  ['max', 'depth', 'shallower than|depth under|depth below'],
  ['min', 'magnitude', 'stronger than'],
  ['max', 'magnitude', 'weaker than|smaller than'],
  ['min', 'speed', 'faster than'],
  ['max', 'speed', 'slower than'],
];
const leads = BEFORE.flatMap(([side, of, phrases]) =>
  phrases.split('|').map((phrase) => ({ side, of, words: phrase.split(' ') })),
).sort((one, other) => other.words.length - one.words.length);
const BEHIND: Readonly<Record<string, 'min' | 'max'>> = {
  more: 'min',
  above: 'min',
  higher: 'min',
  up: 'min',
  less: 'max',
  below: 'max',
  lower: 'max',
  weaker: 'max',
  slower: 'max',
};
/** Words between a comparison and its number. */
const FILLERS = new Set('magnitude mag m richter starke of a an altitude height depth the'.split(' '));
const MAGNITUDES = new Set('magnitude mag richter starke'.split(' '));
const OF_QUAKES = /^(?:earthquakes?|quakes?|tremors?|seismic|seisms?|magnitude|richter)$/;
const FEET = new Set('ft feet foot'.split(' '));
const METERS = new Set('meters metres meter metre'.split(' '));
const KILOMETERS = new Set('km kilometers kilometres'.split(' '));
const FEET_PER_METER = 1 / 0.3048;
const MAX_MAGNITUDE = 10;
const MAX_FILLERS = 3;

/** A number with the property that its unit or the words beside it imply. */
interface Measured {
  value: number;
  of: Limit['of'] | undefined;
  to: number;
}

/**
 * Finds limits of a property that tools cannot filter by: `above 30000 feet`, `deeper than 100 km`, `between 10 and 15
 * knots`, `magnitude 4 to 5`, `weaker than 3`. A minimum alone of a speed or a magnitude is a span of its own type.
 */
export function limitsIn(tokens: readonly Token[]): AnySpan[] {
  const isOfQuakes = tokens.some(({ word }) => OF_QUAKES.test(word));
  return tokens.flatMap((_, at) => {
    const found = rangeAt(tokens, at, isOfQuakes) ?? oneSided(tokens, at, isOfQuakes);
    return found === undefined ? [] : [found];
  });
}

const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? '';
const spanOf = (from: number, to: number, value: Limit): AnySpan => ({ type: 'limit', from, to, value, isExact: true });

function withoutFillers(tokens: readonly Token[], at: number): number {
  let next = at;
  while (next < at + MAX_FILLERS && FILLERS.has(wordAt(tokens, next))) next += 1;
  return next;
}

/** Returns the number at a token with its unit; undefined without a number. */
function measuredAt(tokens: readonly Token[], at: number, text = wordAt(tokens, at)): Measured | undefined {
  const level = /^fl(\d{2,3})$/.exec(text)?.[1];
  if (level !== undefined) return { value: Number(level) * 100, of: 'altitude', to: at + 1 };
  const value = numberOf(text.replace(/^m(?=\d)/, ''));
  if (value === undefined) return undefined;
  const unit = wordAt(tokens, at + 1);
  if (FEET.has(unit)) return { value, of: 'altitude', to: at + 2 };
  if (METERS.has(unit)) return { value: Math.round(value * FEET_PER_METER), of: 'altitude', to: at + 2 };
  if (unit === 'kn') return { value, of: 'speed', to: at + 2 };
  const isMagnitude = /^m\d/.test(text) || MAGNITUDES.has(unit) || MAGNITUDES.has(wordAt(tokens, at - 1));
  return { value, of: isMagnitude ? 'magnitude' : undefined, to: MAGNITUDES.has(unit) ? at + 2 : at + 1 };
}

/** Returns a range: `between 10 and 15 knots`, `magnitude 4 to 5`, `10-15 kn`. */
function rangeAt(tokens: readonly Token[], at: number, isOfQuakes: boolean): AnySpan | undefined {
  const opens = ['between', 'from'].includes(wordAt(tokens, at));
  const isNamed = MAGNITUDES.has(wordAt(tokens, at));
  const start = withoutFillers(tokens, opens ? at + 1 : at);
  const [, low, high] = /^(\d{1,5}(?:\.\d)?)-(\d{1,5}(?:\.\d)?)$/.exec(wordAt(tokens, start)) ?? [];
  if (!opens && !isNamed && start > at) return undefined;
  const first = low === undefined ? measuredAt(tokens, start) : { value: Number(low), of: undefined, to: start };
  const isJoined = low !== undefined || (first !== undefined && ['and', 'to'].includes(wordAt(tokens, first.to)));
  if (first === undefined || !isJoined) return undefined;
  const second = low === undefined ? withoutFillers(tokens, first.to + 1) : start;
  const last = measuredAt(tokens, second, low === undefined ? undefined : high);
  if (last === undefined || last.value <= first.value) return undefined;
  const isPlain = last.of === undefined && first.of === undefined && isOfQuakes && (opens || isNamed);
  const of = last.of ?? first.of ?? (isPlain ? 'magnitude' : undefined);
  if (of === undefined || (of === 'magnitude' && last.value >= MAX_MAGNITUDE)) return undefined;
  return spanOf(at, last.to, { of, min: first.value, max: last.value });
}

const opposite = (side: 'min' | 'max' | undefined) => (side === undefined ? undefined : side === 'min' ? 'max' : 'min');

/** Returns a minimum or a maximum, unless another finder finds it. */
function oneSided(tokens: readonly Token[], at: number, isOfQuakes: boolean): AnySpan | undefined {
  // `no more than 300` begins at `no`.
  const isNegated = NEGATIONS.has(wordAt(tokens, at));
  const start = isNegated ? at + 1 : at;
  const lead = leads.find(({ words }) => words.every((word, index) => wordAt(tokens, start + index) === word));
  if (lead !== undefined && !isNegated && NEGATIONS.has(wordAt(tokens, at - 1))) return undefined;
  const found = measuredAt(tokens, withoutFillers(tokens, start + (lead?.words.length ?? 0)));
  if (found === undefined || (lead === undefined && !/^(?:fl|m)?\d/.test(wordAt(tokens, at)))) return undefined;
  const behind = wordAt(tokens, found.to) === 'or' ? BEHIND[wordAt(tokens, found.to + 1)] : undefined;
  const side = isNegated ? opposite(lead?.side) : (lead?.side ?? behind);
  if (side === undefined) return undefined;
  const isDepth = lead?.of === 'depth' && KILOMETERS.has(wordAt(tokens, found.to));
  const of = found.of ?? lead?.of ?? (isOfQuakes && found.value < MAX_MAGNITUDE ? 'magnitude' : undefined);
  const unit = KILOMETERS.has(wordAt(tokens, found.to)) || wordAt(tokens, found.to) === '%';
  if (of === undefined || (of === 'depth') !== isDepth || (unit && !isDepth)) return undefined;
  // Minimum magnitudes, and speeds, are spans of their own types.
  if (of === 'speed' || (of === 'magnitude' && side === 'min')) return undefined;
  const to = behind !== undefined && lead === undefined ? found.to + 2 : isDepth ? found.to + 1 : found.to;
  return spanOf(at, to, { of, [side]: found.value });
}

/** Words for the size of a vessel, by the property that they name. */
const SIZE_WORDS: Readonly<Record<string, Limit['of']>> = {
  dwt: 'deadweight',
  deadweight: 'deadweight',
  long: 'length',
  length: 'length',
  loa: 'length',
  draught: 'draught',
  draughts: 'draught',
  draft: 'draught',
  drafts: 'draught',
  drawing: 'draught',
  draw: 'draught',
  draws: 'draught',
};
const TONS = new Set('t mt ton tons tonne tonnes dwt'.split(' '));
/** Comparisons of sizes, with the property that they imply. */
const OF_SIZES: ReadonlyArray<readonly [side: 'min' | 'max', of: Limit['of'] | undefined, phrases: string]> = [
  ['min', undefined, 'larger than|bigger than|heavier than|upwards of|minimum|min|from|deeper than'],
  ['max', undefined, 'smaller than|lighter than|maximum|max|fewer than'],
  ['min', 'length', 'longer than'],
  ['max', 'length', 'shorter than'],
];
const sizeLeads = [...OF_SIZES, ...BEFORE.filter(([, of]) => of === undefined)]
  .flatMap(([side, of, phrases]) => phrases.split('|').map((phrase) => ({ side, of, words: phrase.split(' ') })))
  .sort((one, other) => other.words.length - one.words.length);
/** Words behind a size that make it a limit. */
const SIZE_ENDS: ReadonlyArray<readonly [side: 'min' | 'max', phrases: string]> = [
  ['min', 'or more|and more|and above|or above|and up|and over|or over|or larger|or bigger|upwards|plus|+'],
  ['max', 'or less|and below|or below|and under|or smaller|or under'],
];
const sizeEnds = SIZE_ENDS.flatMap(([side, phrases]) =>
  phrases.split('|').map((phrase) => ({ side, words: phrase.split(' ') })),
);

/** Returns a number of a size: `100k`, `100 000`, `two hundred thousand`, `80 k`. */
function sizeAt(tokens: readonly Token[], at: number): { value: number; to: number } | undefined {
  const spelled = numberWordsAt(tokens, at);
  if (spelled !== undefined) return spelled;
  const value = numberOf(wordAt(tokens, at));
  if (value === undefined) return undefined;
  return wordAt(tokens, at + 1) === 'k' ? { value: value * 1_000, to: at + 2 } : { value, to: at + 1 };
}

/** Returns the property that the words behind a number name, and the end of these words. */
function sizeBehind(
  tokens: readonly Token[],
  at: number,
): { of: Limit['of'] | undefined; to: number; unit?: 't' | 'm' } {
  const unit = wordAt(tokens, at);
  const kind = TONS.has(unit) ? 't' : unit === 'm' || METERS.has(unit) ? 'm' : undefined;
  const next = kind === undefined ? at : at + 1;
  const joint = ['of', 'in'].includes(wordAt(tokens, next)) ? next + 1 : next;
  const of = SIZE_WORDS[wordAt(tokens, joint)];
  if (of !== undefined) return { of, to: joint + 1, unit: kind };
  return { of: SIZE_WORDS[unit], to: next, unit: kind };
}

/**
 * Finds limits of the size of vessels: `over 100,000 dwt`, `with a deadweight of less than 20k tonnes`, `longer than
 * 200 m`, `drawing more than 14 m`, `50k to 80k dwt`.
 */
export function sizesIn(tokens: readonly Token[]): AnySpan[] {
  return tokens.flatMap((_, at) => {
    const first = sizeAt(tokens, at);
    if (first === undefined) return [];
    const joint = sizeBehind(tokens, first.to);
    const isJoined = ['and', 'to', '-'].includes(wordAt(tokens, joint.to));
    const second = isJoined ? sizeAt(tokens, joint.to + 1) : undefined;
    const behind = second === undefined ? joint : sizeBehind(tokens, second.to);
    const end = sizeEnds.find(({ words }) => words.every((word, index) => wordAt(tokens, behind.to + index) === word));
    const lead = sizeLeads.find(({ words }) =>
      words.every((word, index) => wordAt(tokens, at - words.length + index) === word),
    );
    let from = at - (lead?.words.length ?? 0);
    if (second !== undefined && ['between', 'from'].includes(wordAt(tokens, at - 1))) from = at - 1;
    const isNegated = lead !== undefined && NEGATIONS.has(wordAt(tokens, from - 1));
    if (isNegated) from -= 1;
    let before = from - 1;
    while (before > 0 && ['of', 'is', 'a', 'the'].includes(wordAt(tokens, before))) before -= 1;
    const named = SIZE_WORDS[wordAt(tokens, before)];
    const of = behind.of ?? named ?? lead?.of;
    const isOfUnit = of === 'deadweight' ? behind.unit !== 'm' : behind.unit === 'm';
    if (of === undefined || !isOfUnit || (behind.of !== undefined && named !== undefined && named !== of)) return [];
    const start = behind.of === undefined && named !== undefined ? before : from;
    // `50 to 80k dwt` names the thousands once.
    const low =
      second !== undefined && first.value < 1_000 && second.value >= 10_000 ? first.value * 1_000 : first.value;
    if (second !== undefined)
      return second.value > low ? [spanOf(start, behind.to, { of, min: low, max: second.value })] : [];
    const side = isNegated ? opposite(lead?.side) : (lead?.side ?? end?.side);
    const to = lead === undefined && end !== undefined ? behind.to + end.words.length : behind.to;
    return side === undefined ? [] : [spanOf(start, to, { of, [side]: first.value })];
  });
}

/** Comparisons whose word names the property: the number behind them is never a radius or a length of time. */
const SIZES =
  'longer|shorter|larger|bigger|smaller|wider|narrower|taller|heavier|lighter|older|younger|newer|richer|cheaper|dearer'.split(
    '|',
  );
const AMOUNTS: Readonly<Record<string, 'min' | 'max'>> = {
  'more than': 'min',
  'greater than': 'min',
  'at least': 'min',
  exceeding: 'min',
  'less than': 'max',
  'fewer than': 'max',
  'at most': 'max',
};
/** Comparisons that are also prepositions of places and times; they count before lengths only. */
const PREPOSITIONS: Readonly<Record<string, 'min' | 'max'>> = { over: 'min', above: 'min', under: 'max', below: 'max' };
const LENGTHS = new Set([
  ...METERS,
  ...KILOMETERS,
  ...'m mi miles mile nm nmi nautical tons tonnes teu dwt'.split(' '),
]);
const MAX_BOUND_LEAD = 2;
const UNITS_OF_TIME = /^(?:minute|hour|day|week|month|year)$/;

/**
 * Finds comparisons with a number, of whatever property: `longer than 200 metres`, `for more than 2 days`, `at least 5
 * tankers`. A reading that uses no value of these words has not understood them.
 */
export function boundsIn(tokens: readonly Token[]): AnySpan[] {
  return tokens.flatMap((_, at) => {
    for (let length = MAX_BOUND_LEAD; length > 0; length -= 1) {
      const words = phrase(tokens, at, length);
      const number = withoutFillers(tokens, at + length);
      const isSize = length === 2 && words.endsWith(' than') && SIZES.includes(words.slice(0, -' than'.length));
      const side = AMOUNTS[words] ?? (isSize ? 'min' : PREPOSITIONS[words]);
      if (side === undefined) continue;
      // `for more than an hour`: the article is the number of a time.
      const isOne =
        wordAt(tokens, at - 1) === 'for' &&
        /^an?$/.test(wordAt(tokens, number - 1)) &&
        UNITS_OF_TIME.test(wordAt(tokens, number));
      const to = isOne
        ? number
        : numberOf(wordAt(tokens, number)) === undefined
          ? numberWordsAt(tokens, number)?.to
          : number + 1;
      if (to === undefined || (words in PREPOSITIONS && !LENGTHS.has(wordAt(tokens, to)))) return [];
      const isNegated = NEGATIONS.has(wordAt(tokens, at - 1));
      const [from, value] = isNegated ? [at - 1, opposite(side) ?? side] : [at, side];
      return [{ type: 'bound', from, to: Math.min(to + 1, tokens.length), value, isExact: true }];
    }
    return [];
  });
}

/**
 * Removes periods and radii that are the number of a comparison: in `for more than 2 days` the length is not a time,
 * and in `over 300 m` or `more than 50 km from the coast` it is not a radius.
 */
export function withoutBounds(tokens: readonly Token[], spans: readonly AnySpan[]): AnySpan[] {
  const bounds = spans.filter(({ type, from, to }) => type === 'bound' && !isOfTime(tokens, from, to));
  if (bounds.length === 0) return [...spans];
  return spans.filter(
    ({ type, from, to }) =>
      !(type === 'period' || type === 'distance') ||
      !bounds.some((bound) => from < bound.to && bound.from < to && (type === 'period' || bound.value === 'min')),
  );
}

/** Whether a comparison is a time: `less than 2 hours ago`, `over the last 5 days`. */
const isOfTime = (tokens: readonly Token[], from: number, to: number): boolean =>
  wordAt(tokens, to) === 'ago' || tokens.slice(from, to).some(({ word }) => word === 'last' || word === 'past');

/** Phrases before a place to which vessels sail. */
const TOWARDS = (
  'bound for|bound to|heading for|heading to|heading towards|headed for|headed to|headed towards|en route to|enroute to|' +
  'destined for|toward|towards|sailing to|sailing for|sailing towards|on the way to|on their way to|going to|inbound to|inbound for|' +
  'steaming to|steaming towards|with destination|whose destination is|destination'
)
  .split('|')
  .map((phrase) => phrase.split(' '))
  .sort((one, other) => other.length - one.length);
const BEFORE_NAME = new Set('the port of'.split(' '));

/** Adds the places to which vessels sail as values of their own, with the words before them: `bound for Houston`. */
export function withDestinations(tokens: readonly Token[], spans: readonly AnySpan[]): AnySpan[] {
  const found: AnySpan[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const lead = TOWARDS.find((words) => words.every((word, index) => wordAt(tokens, at + index) === word));
    if (lead === undefined) continue;
    let name = at + lead.length;
    while (BEFORE_NAME.has(wordAt(tokens, name))) name += 1;
    for (const span of spans)
      if (span.type === 'place' && span.from === name && span.value.country === undefined)
        found.push({ ...span, type: 'destination', from: at, value: asReported(tokens, span) });
    at = name;
  }
  return [...spans, ...found];
}

/**
 * Returns a place under the name that the question uses, because crews report `Fujairah`, not `Al Fujairah City`.
 */
function asReported(tokens: readonly Token[], { from, to, value }: Span<'place'>): AreaOfPlace {
  const words = tokens.slice(from, to).map(({ word }) => word.replace(/^\p{L}/u, (first) => first.toUpperCase()));
  return { ...value, name: foldedWords(value.name) === foldedWords(words.join(' ')) ? value.name : words.join(' ') };
}

/** Words that exclude the value behind them, by their number of words. */
const EXCLUDING: ReadonlySet<string> = new Set(
  'except|excepting|excluding|exclude|without|but not|and not|but no|and no|not from|not in|not under|other than|apart from|aside from|anything but|everything but|all but|except for|non|not'.split(
    '|',
  ),
);
/** Words before a time that a question compares with: `more than last year`. */
const COMPARING: ReadonlySet<string> = new Set(['than', 'versus', 'compared to', 'compared with', 'compared against']);
const PERIODS: ReadonlySet<SpanType> = new Set(['period']);
const MAX_LEAD = 2;
/** Words between them and the value: `except those from Liberia`. */
const BETWEEN = new Set('the those ones any from of in for under with by that are fly flying flag flagged'.split(' '));
const MAX_BETWEEN = 4;
/** Types of values that restrict what a question is about. */
const RESTRICTING: ReadonlySet<SpanType> = new Set([
  ...(['shipType', 'flag', 'country', 'place', 'symbol', 'language', 'period', 'eventType', 'assetClass'] as const),
]);
/** `not` alone is mostly about a verb: it excludes only kinds of things. */
const NAMED: ReadonlySet<SpanType> = new Set(['shipType', 'flag', 'eventType']);

/**
 * Replaces values that the question excludes or compares with by spans of the type `excluded`, so that no reading takes
 * them for what is asked for: `ships except tankers`, `non-Greek vessels`, `but not from today`.
 */
export function withExclusions(tokens: readonly Token[], spans: readonly AnySpan[]): AnySpan[] {
  const excluded: AnySpan[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const length = [MAX_LEAD, 1].find((count) => isLead(phrase(tokens, at, count)));
    if (length === undefined) continue;
    let start = at + length;
    while (start < at + length + MAX_BETWEEN && BETWEEN.has(tokens[start]?.word ?? '')) start += 1;
    const lead = phrase(tokens, at, length);
    const types = lead === 'not' ? NAMED : COMPARING.has(lead) ? PERIODS : RESTRICTING;
    // A flag may begin at `flagged`, which is also a word between.
    const starts = Array.from({ length: start - at - length + 1 }, (_, back) => start - back);
    const value = [...starts, start - 1].map((from) => longestAt(spans, from, types)).find((one) => one !== undefined);
    if (value === undefined) continue;
    excluded.push({ type: 'excluded', from: at, to: value.to, value: textIn(value), isExact: true });
    let last = value;
    // `except tankers and tugs`
    while (['and', 'or', 'nor'].includes(tokens[last.to]?.word ?? '')) {
      const next = longestAt(spans, last.to + 1, new Set([value.type]));
      if (next === undefined) break;
      excluded.push({ type: 'excluded', from: last.to, to: next.to, value: textIn(next), isExact: true });
      last = next;
    }
  }
  if (excluded.length === 0) return [...spans];
  const isExcluded = ({ from, to }: AnySpan) => excluded.some((one) => from < one.to && one.from < to);
  return [...spans.filter((span) => !isExcluded(span)), ...excluded];
}

const isLead = (words: string): boolean => EXCLUDING.has(words) || COMPARING.has(words);
const phrase = (tokens: readonly Token[], at: number, count: number): string =>
  tokens
    .slice(at, at + count)
    .map(({ word }) => word)
    .join(' ');
const textIn = ({ type, value }: AnySpan) => ({ type, value: typeof value === 'string' ? value : '' });

const longestAt = (spans: readonly AnySpan[], at: number, types: ReadonlySet<SpanType>): AnySpan | undefined =>
  spans
    .filter(({ type, from, isExact }) => from === at && types.has(type) && isExact)
    // `Liberia` is a flag where it is a country as well.
    .sort((one, other) => other.to - one.to || Number(other.type === 'flag') - Number(one.type === 'flag'))
    .at(0);
