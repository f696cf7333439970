import { containsText } from '../../search/text-match.js';
import { wordsOf } from '../../text/words.js';

/** Terms of official statistics that mean the same: people search by one, and publishers title series by another. */
const groups: readonly (readonly string[])[] = [
  ['inflation', 'consumer prices', 'consumer price index', 'CPI', 'HICP', 'cost of living'],
  ['gross domestic product', 'GDP', 'economic growth', 'national output'],
  ['unemployment', 'jobless', 'joblessness', 'out of work'],
  ['payrolls', 'jobs', 'employment', 'NFP', 'nonfarm'],
  [
    'interest',
    'interest rate',
    'policy rate',
    'key rate',
    'base rate',
    'federal funds',
    'Fed rate',
    'bank rate',
    'deposit facility',
    'refinancing rate',
  ],
  ['purchasing managers', 'PMI'],
  ['business climate', 'business confidence', 'business sentiment', 'Ifo'],
  ['retail sales', 'retail trade', 'consumer spending', 'shop sales'],
  ['money supply', 'monetary aggregate', 'M3'],
  ['government debt', 'public debt', 'sovereign debt', 'national debt'],
  ['current account', 'balance of payments'],
  ['military expenditure', 'defense spending', 'defence spending'],
  ['foreign direct investment', 'FDI'],
  ['euro area', 'eurozone'],
];
const MAX_WORDS = 4;

const phraseOf = (text: string): string =>
  wordsOf(text)
    .map(({ folded }) => folded.replace(/(?<=\w{3})s$/, ''))
    .join(' ');
/** The terms that mean the same as a phrase, by the phrase without plurals. */
const terms = new Map(groups.flatMap((group) => group.map((term) => [phraseOf(term), group] as const)));

/**
 * Returns true if a series matches all words of a search: a word of its title, country or code, its beginning, one with
 * a typing error, or a term that means the same.
 */
export function matchesSeries(text: string, { title, country, code }: SearchedSeries): boolean {
  const words = wordsOf(`${title} ${country === null ? '' : `${country} ${nameOf(country)}`} ${code}`);
  const content = words.map(({ folded }) => folded);
  const wanted = wordsOf(text).map(({ folded }) => folded);
  for (let at = 0; at < wanted.length; ) {
    const { length, meanings } = termAt(wanted, at);
    const own = wanted.slice(at, at + length).join(' ');
    const isFound = contains(content, own, 'similar') || meanings.some((term) => contains(content, term, 'exact'));
    if (!isFound) return false;
    at += length;
  }
  return true;
}

export interface SearchedSeries {
  title: string;
  /** ISO 3166-1 alpha-2, or `EU`; null for a series of several countries. */
  country: string | null;
  code: string;
}

/** Returns the longest known term at a position of a search; a word without a term stands for itself. */
function termAt(wanted: readonly string[], at: number): { length: number; meanings: readonly string[] } {
  for (let length = Math.min(MAX_WORDS, wanted.length - at); length > 0; length -= 1) {
    const meanings = terms.get(phraseOf(wanted.slice(at, at + length).join(' ')));
    if (meanings !== undefined) return { length, meanings };
  }
  return { length: 1, meanings: [] };
}

const contains = (content: readonly string[], text: string, tolerance: 'exact' | 'similar'): boolean =>
  containsText(content, { kind: 'text', text, isPrefix: tolerance === 'similar', isQuoted: false }, tolerance);

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

function nameOf(country: string): string {
  if (country === 'EU') return 'European Union euro area';
  return /^[A-Z]{2}$/.test(country) ? (regions.of(country) ?? '') : '';
}
