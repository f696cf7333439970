import { readTerm, type StoryTerm, type TermClass } from '../analysis/story-terms.js';

/** A term as reports of the index share it. */
export interface Term {
  readonly key: string;
  /** Quantities only. */
  readonly measure: string | undefined;
  readonly value: number;
  readonly isRounded: boolean;
  /** Reports that have it: it is dropped with the last one. */
  reports: number;
  /** Stories whose first report has it. */
  stories: number;
  /** Numbers of the newest reports that have it, in ascending order. */
  recent: number[];
  /** The term as reports have it, by class and part: reports share them. */
  readonly forms: ReportTerm[];
}

/** A term of one report. */
export interface ReportTerm {
  readonly term: Term;
  readonly termClass: TermClass;
  readonly isInTitle: boolean;
  /** Rarity (0–1) from how many stories have the term in this kind of news, before any is counted. */
  readonly prior: number;
}

/** Fraction of stories that have a term of a class, by experience; frequent countries and trivial quantities aside. */
const PRIORS: Readonly<Record<TermClass, number>> = {
  ...{ n: 0.0006, m: 0.004, r: 0.0015, w: 0.012, i: 0.002, p: 0.003 },
  ...{ c: 0.012, k: 0.02, q: 0.001, e: 0.008, t: 0.02, d: 0.05, a: 0.004 },
};
const FREQUENT_COUNTRIES = new Set('US CN RU UA GB IL IN JP DE FR IR PS'.split(' ').map((code) => `country:${code}`));
const FREQUENT_COUNTRY = 0.03;
/** Events that are in very many stories. */
const FREQUENT_EVENTS = new Set(
  'accord launch victory approval election attack death injury appointment investment release visit negotiation'
    .split(' ')
    .map((name) => `event:${name}`),
);
const FREQUENT_EVENT = 0.02;
/** Small counts are in many stories. */
const SMALL_COUNT = 12;
const SMALL_COUNT_PRIOR = 0.012;
const PERCENT_PRIOR = 0.004;
/** Rarity is 0 for a term of this fraction of the stories, 1 for one of `RAREST`, on a scale of logarithms. */
const MOST_FREQUENT = 0.1;
const RAREST = 0.0005;
/** Stories that the priors are worth. */
const PRIOR_STORIES = 1_500;
/** Newest reports of a term that are candidates. */
const MAX_RECENT = 48;

const NEW_TERM = (): Pick<Term, 'reports' | 'stories' | 'recent'> => ({ reports: 0, stories: 0, recent: [] });

const rarityOf = (fraction: number): number =>
  Math.max(0, Math.min(1, Math.log(MOST_FREQUENT / fraction) / Math.log(MOST_FREQUENT / RAREST)));

function priorOf({ termClass, key, measure, value = 0 }: StoryTerm): number {
  if (FREQUENT_COUNTRIES.has(key)) return FREQUENT_COUNTRY;
  if (FREQUENT_EVENTS.has(key)) return FREQUENT_EVENT;
  if (termClass === 'q' && measure === 'percent') return PERCENT_PRIOR;
  if (termClass === 'q' && measure !== 'magnitude' && value <= SMALL_COUNT) return SMALL_COUNT_PRIOR;
  return PRIORS[termClass];
}

/** The terms of the reports of an index, each once, with how many stories have it. */
export class TermTable {
  /** Stories counted. */
  stories = 0;
  private readonly terms = new Map<string, Term>();

  /** Reads the terms of a report, of which those that are unknown are not stored. */
  read(stored: readonly string[]): ReportTerm[] {
    return stored.map((text) => {
      const read = readTerm(text);
      const { key, measure, value = 0, isRounded = false, termClass, isInTitle } = read;
      const term = this.terms.get(key) ?? { key, measure, value, isRounded, ...NEW_TERM(), forms: [] };
      let form = term.forms.find((one) => one.termClass === termClass && one.isInTitle === isInTitle);
      if (form === undefined) {
        form = { term, termClass, isInTitle, prior: priorOf(read) };
        term.forms.push(form);
      }
      return form;
    });
  }

  /** Adds a report. @returns its terms, to be removed with it */
  add(stored: readonly string[], report: number, isFirstOfStory: boolean): ReportTerm[] {
    if (isFirstOfStory) this.stories += 1;
    const terms = this.read(stored);
    for (const { term } of terms) {
      this.terms.set(term.key, term);
      term.reports += 1;
      if (isFirstOfStory) term.stories += 1;
      term.recent.push(report);
      if (term.recent.length > MAX_RECENT) term.recent.shift();
    }
    return terms;
  }

  /** Removes a report. */
  remove(terms: readonly ReportTerm[], report: number, wasFirstOfStory: boolean): void {
    if (wasFirstOfStory) this.stories -= 1;
    for (const { term } of terms) {
      term.reports -= 1;
      if (wasFirstOfStory) term.stories -= 1;
      // The oldest report is at the front, if it is there at all.
      if (term.recent[0] === report) term.recent.shift();
      if (term.reports === 0) this.terms.delete(term.key);
    }
  }

  /** Returns how much it says that two reports have a term (0–1): rare terms say much. */
  rarity({ term, prior }: ReportTerm): number {
    return rarityOf(Math.max(prior, term.stories / (this.stories + PRIOR_STORIES)));
  }
}
