import { readTerm, type StoryTerm, type TermClass } from '../analysis/story-terms.js';

/** A term, shared by all reports in the index that have it. */
export interface Term {
  readonly key: string;
  /** Measure of a quantity; undefined for other terms. */
  readonly measure: string | undefined;
  readonly value: number;
  readonly isRounded: boolean;
  /** Number of reports with the term. The term is removed with the last report. */
  reports: number;
  /** Number of stories whose first report has the term. */
  stories: number;
  /** Numbers of the newest reports with the term, ascending. */
  recent: number[];
  /** The term for each class and part with which it occurs; reports share these objects. */
  readonly forms: ReportTerm[];
}

/** A term with its class and part in a report. */
export interface ReportTerm {
  readonly term: Term;
  readonly termClass: TermClass;
  readonly isInTitle: boolean;
  /** Assumed fraction of stories with the term (0–1), before stories are counted. */
  readonly prior: number;
}

/**
 * Assumed fractions of stories that have a term, by its class. Frequent countries and events, percentages and small
 * counts have their own fractions.
 */
const PRIORS: Readonly<Record<TermClass, number>> = {
  n: 0.0006,
  m: 0.004,
  r: 0.0015,
  w: 0.012,
  i: 0.002,
  p: 0.003,
  c: 0.012,
  k: 0.02,
  q: 0.001,
  e: 0.008,
  t: 0.02,
  d: 0.05,
  a: 0.004,
};
const FREQUENT_COUNTRIES = new Set('US CN RU UA GB IL IN JP DE FR IR PS'.split(' ').map((code) => `country:${code}`));
const FREQUENT_COUNTRY = 0.03;
/** Events that many stories report. */
const FREQUENT_EVENTS = new Set(
  'accord launch victory approval election attack death injury appointment investment release visit negotiation'
    .split(' ')
    .map((name) => `event:${name}`),
);
const FREQUENT_EVENT = 0.02;
/** Maximum of a small count; small counts are in many stories. */
const SMALL_COUNT = 12;
const SMALL_COUNT_PRIOR = 0.012;
const PERCENT_PRIOR = 0.004;
/**
 * Fractions of stories at which the rarity of a term is 0 (`MOST_FREQUENT`) and 1 (`RAREST`); it is logarithmic between
 * them.
 */
const MOST_FREQUENT = 0.1;
const RAREST = 0.0005;
/** Number added to the counted stories, so that a term of a few stories does not look frequent in a small index. */
const PRIOR_STORIES = 1_500;
/** Maximum number of reports kept per term, the newest ones. */
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

/** The terms of the reports in an index, each with the number of stories that have it. */
export class TermTable {
  /** Number of stories whose first report is in the index. */
  stories = 0;
  private readonly terms = new Map<string, Term>();

  /** Parses the stored terms of a report. Terms that are not in the table are not added to it. */
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

  /** Adds a report. @returns its terms, which `remove` needs */
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

  /** Removes a report. @param terms as returned by `add` */
  remove(terms: readonly ReportTerm[], report: number, wasFirstOfStory: boolean): void {
    if (wasFirstOfStory) this.stories -= 1;
    for (const { term } of terms) {
      term.reports -= 1;
      if (wasFirstOfStory) term.stories -= 1;
      // The removed report is the oldest one, so it is the first in the list if it is still there.
      if (term.recent[0] === report) term.recent.shift();
      if (term.reports === 0) this.terms.delete(term.key);
    }
  }

  /** Returns the rarity of a term (0–1); a shared rare term is strong evidence for one story. */
  rarity({ term, prior }: ReportTerm): number {
    return rarityOf(Math.max(prior, term.stories / (this.stories + PRIOR_STORIES)));
  }
}
