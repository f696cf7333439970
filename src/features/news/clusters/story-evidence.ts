import type { TermClass } from '../analysis/story-terms.js';
import type { ReportTerm, Term } from './term-table.js';

/** Kinds of evidence for and against the assumption that two reports are about one story. */
export const FEATURES = [
  'names',
  'instruments',
  'places',
  'countries',
  'quantities',
  'events',
  'things',
  'words',
  'similar words',
  'coverage',
  'name and event',
  'no name',
  'no entity',
  'names alone',
  'no shared number',
  'other events',
  'other instruments',
  'other places',
  'other countries',
  'other quantities',
  'other number',
  'unshared events',
  'extra events',
  'aftermath',
  'other subject',
  'other names',
  'opposite',
  'sentences',
  'days apart',
] as const;
export type Feature = (typeof FEATURES)[number];
export type Evidence = Record<Feature, number>;

interface Report {
  terms: readonly ReportTerm[];
}

/** A report that is compared with many others. */
export interface ComparedReport extends Report {
  byTerm: ReadonlyMap<Term, ReportTerm>;
}

/** Weights of a shared term that is in the titles of neither, one or both reports. */
const IN_TITLES = [0.5, 0.75, 1] as const;
const SIMILAR_COUNTS = 0.7;
/** Minimum number of equal letters at the beginning of similar words, also as a fraction of the longer word. */
const MIN_BEGINNING = 5;
const MIN_BEGINNING_FRACTION = 0.6;
const MIN_CONSONANTS = 3;
const MAX = { names: 2.5, words: 2, others: 1.5 } as const;
const PERCENT_TOLERANCE = 0.005;
const TOLERANCE = 0.02;
const DAY_HOURS = 24;

const FEATURE_OF: Readonly<Record<TermClass, Feature>> = {
  n: 'names',
  m: 'names',
  r: 'words',
  w: 'words',
  i: 'instruments',
  p: 'places',
  c: 'countries',
  k: 'countries',
  q: 'quantities',
  e: 'events',
  t: 'things',
  d: 'things',
  a: 'names',
};
/** Classes of terms that identify a story together with an event (`name and event`). */
const ENTITIES: ReadonlySet<TermClass> = new Set(['n', 'i', 'p', 'q']);
/** Classes of terms that count as names for `no name`. */
const NAMES: ReadonlySet<TermClass> = new Set(['n', 'i', 'p', 'c', 'k']);
const MIN_NAMES = 2;
const ONLY_NAMES: ReadonlySet<TermClass> = new Set(['n', 'm', 'i', 'p', 'c', 'k', 'a']);
const SUBJECTS: ReadonlySet<TermClass> = new Set(['n', 'm', 'i', 'p', 'c']);
/** Events that follow another event and are stories of their own. */
const AFTERMATH = new Set(
  (
    'probe lawsuit settlement resignation fine funeral apology charges sentence acquittal arrest resumption ' +
    'withdrawal release pardon bankruptcy appointment earnings recall trial sanctions'
  )
    .split(' ')
    .map((name) => `event:${name}`),
);
/** Pairs of concepts that exclude each other. */
const OPPOSITES = [
  'change:rise change:fall',
  'change:raise change:cut',
  'change:raise change:hold',
  'change:cut change:hold',
  'event:approval event:rejection',
  'event:halt event:resumption',
  'event:sentence event:acquittal',
  'event:arrest event:release',
  'event:appointment event:resignation',
  'event:launch event:cancellation',
  'event:takeover event:divestment',
  'event:quake event:aftershock',
  'event:sentence event:release',
  'event:closure event:resumption',
  'event:victory event:loss',
  'event:launch event:delay',
].map((pair) => pair.split(' ') as [string, string]);

export const compared = (terms: readonly ReportTerm[]): ComparedReport => ({
  terms,
  byTerm: new Map(terms.map((term) => [term.term, term])),
});

/** True if two quantities of one measure are equal, or differ only by rounding. */
export function isEqualQuantity(one: Term, other: Term): boolean {
  if (one.value === other.value) return true;
  const tolerance = one.measure === 'percent' || one.measure === 'magnitude' ? PERCENT_TOLERANCE : TOLERANCE;
  return Math.abs(one.value - other.value) <= tolerance * Math.max(one.value, other.value);
}

const consonants = (word: string): string =>
  word
    .replace(/[aeiouyw]/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/z/g, 's');

/**
 * True for forms of one word, and for spellings of one name such as `Kounar` and `Kunar`. Spellings with different
 * first letters, such as `Selenskyj` and `Zelensky`, are not recognized.
 */
function areSimilar(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false;
  const longer = Math.max(one.length, other.length);
  let equal = 0;
  while (equal < one.length && one[equal] === other[equal]) equal += 1;
  if (equal >= MIN_BEGINNING && equal >= MIN_BEGINNING_FRACTION * longer) return true;
  if (Math.abs(one.length - other.length) > 1) return false;
  const skeleton = consonants(one);
  return skeleton.length >= MIN_CONSONANTS && skeleton === consonants(other);
}

/**
 * Returns the evidence for and against the assumption that two reports are about one story.
 * @param rarity returns the rarity of a term (0–1)
 * @param hours time between the publications (hours)
 */
export function evidenceOf(
  one: Report,
  other: ComparedReport,
  rarity: (term: ReportTerm) => number,
  hours: number,
): Evidence {
  const evidence = Object.fromEntries(FEATURES.map((feature) => [feature, 0])) as Evidence;
  const matches = matchTerms(one, other);
  let entity = 0;
  let [isNamed, hasRareWord] = [false, false];
  for (const [term, { match, factor }] of matches) {
    const weight =
      Math.min(rarity(term), rarity(match)) *
      (IN_TITLES[Number(term.isInTitle) + Number(match.isInTitle)] as number) *
      factor;
    evidence[factor < 1 ? 'similar words' : FEATURE_OF[term.termClass]] += weight;
    if (NAMES.has(term.termClass) || (term.termClass === 'm' && term.isInTitle && match.isInTitle)) isNamed = true;
    if (term.termClass === 'r') hasRareWord = true;
    if (ENTITIES.has(term.termClass) && ENTITIES.has(match.termClass)) entity = Math.max(entity, weight);
  }
  for (const feature of FEATURES)
    evidence[feature] = Math.min(
      evidence[feature],
      feature === 'names' ? MAX.names : feature === 'words' ? MAX.words : MAX.others,
    );
  const back = new Map([...matches].map(([term, { match, factor }]) => [match, { match: term, factor }]));
  evidence.coverage = (coverageOf(one, matches, rarity) + coverageOf(other, back, rarity)) / 2;
  const bothName = [one, other].every(({ terms }) => terms.some(({ termClass }) => NAMES.has(termClass)));
  // If one of the reports has no name, a shared rare word may be a name that is written without a capital.
  evidence['no name'] = Number(!isNamed && (bothName || !hasRareWord));
  // One name connects many stories: something must have happened, or been counted, in both, or they share two names.
  const shared = [...matches.keys()].map(({ termClass }) => termClass);
  evidence['names alone'] = Number(
    shared.every((termClass) => ONLY_NAMES.has(termClass)) &&
      shared.filter((termClass) => ENTITIES.has(termClass)).length < MIN_NAMES,
  );
  evidence['no entity'] = Number(entity === 0);
  evidence['name and event'] = entity * Math.min(1, evidence.events * 2);
  const isMatched = (term: ReportTerm) => matches.has(term) || back.has(term);
  const differ = (classes: string): boolean => {
    const [a, b] = [one, other].map(({ terms }) => terms.filter((term) => classes.includes(term.termClass))) as [
      ReportTerm[],
      ReportTerm[],
    ];
    const titles = [a, b].every((list) => list.some(({ isInTitle }) => isInTitle));
    return titles && !a.some(isMatched);
  };
  evidence['other events'] = Number(differ('e'));
  const events = [one, other].map(({ terms }) =>
    terms.filter((term) => term.isInTitle && term.termClass === 'e' && !isMatched(term)),
  ) as [ReportTerm[], ReportTerm[]];
  evidence['unshared events'] = Math.min(2, ...events.map(({ length }) => length));
  evidence['extra events'] = Math.min(3, events.flat().length);
  evidence.aftermath = Number(events.flat().some(({ term }) => AFTERMATH.has(term.key)));
  evidence['other instruments'] = Number(differ('i'));
  evidence['other places'] = Number(differ('p'));
  evidence['other countries'] = Number(differ('ck'));
  const numbers = [one, other].map(({ terms }) =>
    terms.filter(({ termClass, isInTitle }) => termClass === 'q' && isInTitle),
  ) as [ReportTerm[], ReportTerm[]];
  evidence['no shared number'] = Number(numbers.every((list) => list.length > 0 && !list.some(isMatched)));
  evidence['other number'] = otherQuantities(...([one, other].map(titleOf) as [Report, Report]));
  evidence['other quantities'] = Math.min(MAX.others, otherQuantities(one, other));
  const subjects = [one, other].map(({ terms }) => terms.find(({ termClass }) => SUBJECTS.has(termClass)));
  evidence['other subject'] = Number(subjects.every((term) => term?.isInTitle === true && !isMatched(term)));
  const unmatched = [one, other].map(
    ({ terms }) => terms.filter((term) => term.isInTitle && term.termClass === 'n' && !isMatched(term)).length,
  ) as [number, number];
  evidence['other names'] = Math.min(2, ...unmatched);
  const meanings = [one, other].map(
    ({ terms }) => new Set(terms.filter(({ isInTitle }) => isInTitle).map(({ term }) => term.key)),
  ) as [Set<string>, Set<string>];
  evidence.opposite = Number(areOpposite(...meanings));
  // The longer the texts of both reports, the more terms they share by chance.
  evidence.sentences = [one, other].filter(({ terms }) => terms.some(({ isInTitle }) => !isInTitle)).length / 2;
  evidence['days apart'] = Math.min(1, hours / DAY_HOURS);
  return evidence;
}

/** Returns the terms of one report that have an equal or similar term in the other report, with that term. */
function matchTerms({ terms }: Report, other: ComparedReport): Map<ReportTerm, { match: ReportTerm; factor: number }> {
  const matches = new Map<ReportTerm, { match: ReportTerm; factor: number }>();
  const taken = new Set<ReportTerm>();
  const take = (term: ReportTerm, match: ReportTerm, factor: number) => {
    matches.set(term, { match, factor });
    taken.add(match);
  };
  for (const term of terms) {
    const match = other.byTerm.get(term.term);
    // Initials match only if one of the reports contains them as a word.
    if (match !== undefined && !(term.termClass === 'a' && match.termClass === 'a')) take(term, match, 1);
  }
  const [left, right] = [
    terms.filter((term) => !matches.has(term)),
    other.terms.filter((term) => !taken.has(term)),
  ] as const;
  const isWord = ({ termClass }: ReportTerm) => 'nmrp'.includes(termClass);
  for (const term of left)
    for (const match of right) {
      if (term.term.key[0] !== match.term.key[0] || taken.has(match)) continue;
      if (term.termClass === 'q' && match.termClass === 'q') {
        if (term.term.measure === match.term.measure && isEqualQuantity(term.term, match.term)) take(term, match, 1);
      } else if (isWord(term) && isWord(match) && areSimilar(term.term.key, match.term.key))
        take(term, match, SIMILAR_COUNTS);
      if (matches.has(term)) break;
    }
  return matches;
}

/** Returns the fraction of a title's terms, weighted by rarity, that the other report has, too (0–1). */
function coverageOf(
  { terms }: Report,
  matches: ReadonlyMap<ReportTerm, { factor: number }>,
  rarity: (term: ReportTerm) => number,
): number {
  let [all, shared] = [0, 0];
  for (const term of terms) {
    if (!term.isInTitle || term.termClass === 'a') continue;
    const weight = rarity(term);
    all += weight;
    shared += weight * (matches.get(term)?.factor ?? 0);
  }
  return all === 0 ? 0 : shared / all;
}

const titleOf = ({ terms }: Report): Report => ({ terms: terms.filter(({ isInTitle }) => isInTitle) });

/** Returns the number of measures for which both reports give exact numbers, but no equal ones. */
function otherQuantities(one: Report, other: Report): number {
  const exact = ({ terms }: Report) =>
    terms.filter(({ termClass, term }) => termClass === 'q' && !term.isRounded).map(({ term }) => term);
  const [a, b] = [exact(one), exact(other)];
  const measures = new Set(a.map(({ measure }) => measure));
  return [...measures].filter((measure) => {
    const [own, others] = [a, b].map((list) => list.filter((term) => term.measure === measure)) as [Term[], Term[]];
    return others.length > 0 && !own.some((term) => others.some((match) => isEqualQuantity(term, match)));
  }).length;
}

/** True if two concepts that exclude each other are in different sets, each in one set only. */
export function areOpposite(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const only = (a: ReadonlySet<string>, b: ReadonlySet<string>, key: string) => a.has(key) && !b.has(key);
  return OPPOSITES.some(
    ([a, b]) => (only(one, other, a) && only(other, one, b)) || (only(one, other, b) && only(other, one, a)),
  );
}
