import type { Token } from '../../../../language/token.js';
import { LEADING, POLITE_WORDS } from '../language/common-words.js';
import type { PreparedType, Reading } from '../question-types/parse-question.js';
import type { QuestionInput } from '../question-types/question-type.js';
import type { AnySpan, SpanType } from '../spans/span.js';

/** Types of values that a comparison with a number may belong to. */
const MEASURES: ReadonlySet<SpanType> = new Set([
  'amount',
  'count',
  'percent',
  'fraction',
  'distance',
  'speed',
  'slowness',
  'magnitude',
  'limit',
  'duration',
  'indicator',
]);

/**
 * Whether a question contains a part that its reading must not leave out, although its words may be common: a
 * comparison with a number, as in `for more than 2 days`, a time to come, a second vessel, or a severity, which is no
 * text to search for. Without that part the question would be another one.
 */
export function isUnaccounted(
  { kind, spans: used, input }: Reading,
  tokens: readonly Token[],
  candidates: readonly AnySpan[],
): boolean {
  const isUsed = ({ from, to }: AnySpan, types?: ReadonlySet<SpanType>) =>
    used.some((span) => span.from < to && from < span.to && (types?.has(span.type) ?? true));
  const isInText = ({ from, to }: AnySpan) => isSearchedFor(input, tokens.slice(from, to));
  const isToCome = (span: AnySpan) =>
    span.isExact && (beginOf(span)?.getTime() ?? Number.NEGATIVE_INFINITY) > input.calendar.now.getTime();
  const isOfVessel = used.some(({ type }) => type === 'vessel');
  if (isOfOtherThing(kind.id, used, tokens)) return true;
  const lengths = input.slots.all('indicator').length;
  if (isOfOtherWords(kind, (token) => isSearchedFor(input, [token]), tokens, lengths)) return true;
  if (isLengthOfIndicator(kind.id, used, tokens) || isNegated(used, tokens)) return true;
  if (isOfTwoNames(kind, input, tokens) || isOfOtherCountry(used, candidates) || isUncompared(kind, used, tokens))
    return true;
  return candidates.some(
    (span) =>
      (span.type === 'vessel' && isOfVessel && !isUsed(span)) ||
      (span.type === 'severities' && !isUsed(span) && isInText(span)) ||
      (!isInText(span) && ((span.type === 'bound' && !isUsed(span, MEASURES)) || (isToCome(span) && !isUsed(span)))),
  );
}

const NEGATING = new Set('not no non without except excluding never'.split(' '));
/** Types of values whose opposite is another answer; `not over 10 knots` is a limit. */
const NEGATED: ReadonlySet<SpanType> = new Set([
  ...([
    'shipType',
    'flag',
    'country',
    'place',
    'symbol',
    'period',
    'eventType',
    'assetClass',
    'severity',
    'severities',
  ] as const),
]);
/** Words between them and the value that they negate: `not flagged in Panama`, `alerts that are not very critical`. */
const BETWEEN_NEGATED = new Set(
  'the a an any about of in on from for under with by flagged flying fly very'.split(' '),
);

/**
 * Whether a value that the reading uses is negated in the question, so that the answer would be the opposite: `alerts
 * that are not critical`. At the beginning, `no` asks: `no tankers near Hormuz?`
 */
const isNegated = (used: readonly AnySpan[], tokens: readonly Token[]): boolean =>
  tokens.some(({ word }, at) => {
    if (at === 0 || !NEGATING.has(word)) return false;
    const isValue = (from: number) =>
      used.some((span) => NEGATED.has(span.type) && span.from === from && span.to > span.from);
    let next = at + 1;
    while (!isValue(next) && BETWEEN_NEGATED.has(tokens[next]?.word ?? '')) next += 1;
    return isValue(next);
  });

const OF_CANDLES = new Set('chart charts candle candles bar bars timeframe'.split(' '));

/**
 * Whether a number of weeks or hours that belongs to an indicator or its chart was read as the time that is shown:
 * `200 week moving average`, `on the 4h chart`.
 */
const isLengthOfIndicator = (kindId: string, used: readonly AnySpan[], tokens: readonly Token[]): boolean =>
  kindId === 'indicator' &&
  used.some(
    ({ type, from, to }) =>
      type === 'period' &&
      /^\d/.test(tokens[from]?.word ?? '') &&
      (OF_CANDLES.has(tokens[to]?.word ?? '') ||
        used.some((other) => other.type === 'indicator' && other.from === to && other.to > to)),
  );

/** Whether a name to search for consists of two: `Viktor Petrov or Boris Ivanov`. */
function isOfTwoNames({ isName }: PreparedType, input: QuestionInput, tokens: readonly Token[]): boolean {
  if (isName !== true) return false;
  return tokens.some(
    ({ word }, at) =>
      word === 'or' &&
      isSearchedFor(input, tokens.slice(Math.max(0, at - 1), at)) &&
      isSearchedFor(input, tokens.slice(at + 1, at + 2)),
  );
}

/** Whether a country directly behind a town is another one than that of the town: `Athens, Georgia`. */
const isOfOtherCountry = (used: readonly AnySpan[], candidates: readonly AnySpan[]): boolean =>
  used.some(
    (place) =>
      place.type === 'place' &&
      candidates.some(
        ({ type, from, value }) =>
          type === 'country' && from === place.to && place.to > place.from && value !== place.value.country,
      ),
  );

const COMPARING = new Set('vs versus against compared'.split(' '));
/** Words between them and what the question compares with. */
const BEFORE_COMPARED = new Set('the a to with my its'.split(' '));
/** Kinds that compare, and those in whose questions the words mean something else: `against the lists`. */
const COMPARES = new Set('compare sanctions portfolio-performance portfolio-scenario why-move fx-convert'.split(' '));

/** Whether a question compares with something that its reading does not use: `Tesla against the market`. */
function isUncompared({ id, text }: PreparedType, used: readonly AnySpan[], tokens: readonly Token[]): boolean {
  if (COMPARES.has(id) || text !== undefined) return false;
  const isUsed = (at: number) => used.some(({ from, to }) => from <= at && at < to);
  return tokens.some(({ word }, at) => {
    if (!COMPARING.has(word) || isUsed(at)) return false;
    let next = at + 1;
    while (BEFORE_COMPARED.has(tokens[next]?.word ?? '') && !isUsed(next)) next += 1;
    return !isUsed(next);
  });
}

/** Whether a text to search for contains one of the words; a vessel or an IMO number replaces such a text. */
export function isSearchedFor({ slots, text }: QuestionInput, words: readonly Token[]): boolean {
  if (text === '' || slots.named('vessel') || slots.named('imo')) return false;
  const searched = new Set(text.split(' '));
  return words.some((token) => searched.has(token.text));
}

const beginOf = (span: AnySpan): Date | undefined =>
  span.type === 'period' ? span.value.from : span.type === 'moment' ? span.value.at : undefined;

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const OF_VESSELS = set('vessels-near vessel-position vessel-track geofence-inside geofence-transitions snapshot-at');
const OF_AIRCRAFT = set('aircraft-near aircraft-position aircraft-emergency');
const OF_CLIENTS = set('clients-summary');
const OF_PRICES = set('quote price-history indicator compare');
const OF_LISTS = set('vessels-near aircraft-near natural-events geofence-inside');

/** Words for things that no answer of these kinds contains, so that a question with such a word is another one. */
const UNKNOWN: ReadonlyArray<readonly [kinds: ReadonlySet<string>, words: ReadonlySet<string>]> = [
  [
    OF_VESSELS,
    set(
      'captain captains owner owners owned owns operator operators operated crew crews crewed insurer insurers insured ' +
        'builder builders built shipyard age older younger company companies passengers berth berths mooring ' +
        'charterer chartered toll tolls fare fares article articles headline headlines stories news',
    ),
  ],
  [
    OF_AIRCRAFT,
    set(
      'airline airlines passengers seat seats fuel delayed delay delays gate gates baggage ' +
        'luggage ticket tickets fare fares drone drones owner owners owned built age older',
    ),
  ],
  [
    OF_CLIENTS,
    set(
      'complained complain complaints happy unhappy angry called talked spoke met phone telephone address birthday fee ' +
        'fees owes owe oldest youngest divorced retired retires moved married',
    ),
  ],
  [
    OF_PRICES,
    set(
      'mustang iphone iphones ipad macbook playstation cybertruck employees subscribers stores factories headquarters ' +
        'ceo cfo chairman founder logo website',
    ),
  ],
];

/** Words that a text with `how many` may count although the answer is a price: `how many dollars is Tesla`. */
const COUNTED = set(
  'dollar dollars euro euros pound pounds cent cents pence yen franc francs percent points day days week weeks month ' +
    'months year years times usd eur gbp',
);

/** Words that exclude what follows; a text is searched with all of its words. */
const EXCLUDING = set('not except excluding without unless neither nor');
/** Maximum number of words between them and an excluded word of the text. */
const MAX_BETWEEN = 2;
/** Words for publications, of which the searches for texts select only those that are named. */
const PUBLICATIONS = set('source sources outlet outlets media');
/** Matches two lengths of an average: `100-day and 200-day`. */
const TWO_LENGTHS = /\b\d+[- ]?d(?:ays?)? (?:and|or|&|vs|versus) (?:the )?\d+[- ]?d(?:ays?)?\b/;

/**
 * Whether a text to search for contains words that the question excludes or that describe the publications, or an
 * indicator has one of two lengths.
 */
function isOfOtherWords(
  { id, text }: { id: string; text?: unknown },
  isSearched: (token: Token) => boolean,
  tokens: readonly Token[],
  lengths: number,
): boolean {
  if (id === 'indicator') return lengths < 2 && TWO_LENGTHS.test(tokens.map(({ word }) => word).join(' '));
  if (text === undefined) return false;
  return tokens.some((token, at) => {
    if (PUBLICATIONS.has(token.word) && isSearched(token)) return true;
    return EXCLUDING.has(token.word) && tokens.slice(at + 1, at + 2 + MAX_BETWEEN).some(isSearched);
  });
}

/** Words before which a place has a longer name that is not the one of the reading: `New London`. */
const BEGIN_PLACES = set('new lake fort mount saint st upper lower great little old');
const BEFORE_PLACE = set('in near around off at over from by outside inside along to');

/**
 * Whether a question asks for something that answers of the kind do not contain: the owner of a ship, the airline with
 * the most aircraft, a product of a company, or a place with a longer name than the one that was found.
 */
function isOfOtherThing(kindId: string, used: readonly AnySpan[], tokens: readonly Token[]): boolean {
  const isUsed = (at: number) => used.some(({ from, to }) => from <= at && at < to);
  const isUnknown = UNKNOWN.some(
    ([kinds, words]) =>
      kinds.has(kindId) &&
      tokens.some(({ word, text }, at) => (words.has(word) || words.has(text.toLowerCase())) && !isUsed(at)),
  );
  if (isUnknown || isOfLongerPlace(used, tokens)) return true;
  const first = tokens[0]?.word ?? '';
  // `Which airline has the most planes` groups the planes; only the list of them is known.
  if (OF_LISTS.has(kindId) && /^(?:which|what|who|whose)$/.test(first))
    if (tokens.some(({ word }, at) => word === 'most' && tokens[at - 1]?.word === 'the' && !isUsed(at))) return true;
  return (
    OF_PRICES.has(kindId) &&
    tokens.some(
      ({ word }, at) => word === 'many' && tokens[at - 1]?.word === 'how' && !COUNTED.has(tokens[at + 1]?.word ?? ''),
    )
  );
}

/** Whether the word before the name of a place belongs to a longer name, which the gazetteer does not contain. */
const isOfLongerPlace = (used: readonly AnySpan[], tokens: readonly Token[]): boolean =>
  used.some(
    ({ type, from, to }) =>
      type === 'place' &&
      to > from &&
      BEGIN_PLACES.has(tokens[from - 1]?.word ?? '') &&
      BEFORE_PLACE.has(tokens[from - 2]?.word ?? ''),
  );

/** Kinds whose answers contain what a question with this word asks for; answers of other kinds lack such a thing. */
const ANSWERING: Readonly<Record<string, ReadonlySet<string>>> = {
  who: new Set(
    (
      'aircraft-emergency aircraft-near clients-summary compare geofence-inside geofence-transitions sanctions ' +
      'snapshot-at top-movers vessels-near watchlist-moves why-move'
    ).split(' '),
  ),
  when: new Set(
    (
      'alert-why briefing-schedule draft-rule feed-status geofence-transitions market-hours natural-events open-alerts ' +
      'portfolio-income vessel-position'
    ).split(' '),
  ),
};

/** Words directly before the noun that a question asks for: `which trades`, `any drones`. */
const BEFORE_SUBJECT = new Set('which what whose many any'.split(' '));
/** Words between them and the noun: `what was the highest value`. */
const BETWEEN = new Set('the a an is are was were'.split(' '));
/** Words behind a property that a question asks for: `how high are the waves`. */
const BEHIND_PROPERTY = new Set('is are was were do does did has have will'.split(' '));
/** Words that ask for a value calculated from many, which is another one than the current value or the list. */
const AGGREGATES = new Set(
  'highest lowest largest smallest biggest longest shortest maximum minimum max min average averages mean median'.split(
    ' ',
  ),
);
/** Words that begin a clause about the things that a question asks for, and words at the beginning of the clause. */
const RELATIVE = new Set('that who which whose'.split(' '));
const IN_CLAUSE = new Set(
  'are is was were have has had do does did can could not never been being just recently'.split(' '),
);
const UNITS = new Set('minute hour day week month quarter year capita person employee'.split(' '));

/**
 * Whether a question begins with a word such as `who` or `when`, and answers of the kind of its reading contain no
 * person or no time.
 */
export function isOtherQuestion({ kind }: Reading, tokens: readonly Token[]): boolean {
  const first = tokens.find(({ word }) => !LEADING.has(word) && !POLITE_WORDS.has(word))?.word ?? '';
  // A kind that is recognized by its subject lists records, which have persons and times.
  return kind.subject === undefined && ANSWERING[first]?.has(kind.id) === false;
}

/**
 * Whether the words that a reading leaves out are what the question asks for, not a detail of it: the noun behind
 * `which`, or an average of values. A complete answer about something else would be wrong.
 */
export const isOfOtherSubject = ({ kind }: Reading, tokens: readonly Token[], isLeft: readonly boolean[]): boolean =>
  tokens.some(({ word }, at) => {
    if (isLeft[at] !== true || kind.restrictions.has(word)) return false;
    if (AGGREGATES.has(word)) return true;
    if (UNITS.has(word) && tokens[at - 1]?.word === 'per') return true;
    if (tokens[at - 1]?.word === 'how') return BEHIND_PROPERTY.has(tokens[at + 1]?.word ?? '');
    // `ships that changed their name` are others than all ships.
    let clause = at - 1;
    while (clause > 0 && IN_CLAUSE.has(tokens[clause]?.word ?? '')) clause -= 1;
    if (clause > 0 && RELATIVE.has(tokens[clause]?.word ?? '')) return true;
    let before = at - 1;
    while (before > 0 && BETWEEN.has(tokens[before]?.word ?? '')) before -= 1;
    return BEFORE_SUBJECT.has(tokens[before]?.word ?? '');
  });
