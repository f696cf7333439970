import { isGivenName } from '../../../text/frequent-words.js';
import { isCapitalized, marksNames, type Word } from '../../../text/words.js';
import {
  businessWords,
  companyInfinitives,
  companyLeads,
  companyNouns,
  companyVerbs,
  priceNouns,
  priceVerbs,
} from './business-words.js';

/** A name in a text: `from` is the index of its first word, `to` the index after its last word. */
export interface NameSpan {
  from: number;
  to: number;
}

/** Words that may precede the subject of a sentence. */
const SUBJECT_LEADS = new Set(
  'and as but while after before because if when why how says say that what where will does did can should is'.split(
    ' ',
  ),
);
const ARTICLES = new Set('the a an this that these der die das le la les el los un une'.split(' '));
/** Given names that are also words of headlines; a name after them need not be a last name. */
const WORDS_TOO = new Set(
  'will may mark grant chase rich bill art sue drew pat rob frank hope faith april june dean guy ray max sky so'.split(
    ' ',
  ),
);
/** Minimum number of business words in the rest of the text with which a name within a sentence means a company. */
const MIN_BUSINESS_WORDS = 2;

/** Verbs of which persons, governments and services are the subject as often as companies. */
const VERBS_OF_ALL = new Set('says said tells told asks urges wants vows warns warned denies denied admits'.split(' '));
/** Matches pronouns of persons. */
const PRONOUN = /^(?:he|she|his|her|him|himself|herself)$/;
/** Number of words behind a name among which such a word means the name. */
const PRONOUN_WITHIN = 3;

/** Matches words behind `found` where something was found. */
const FOUND_AT = /^(?:in|on|at|near|inside|under|dead|alive|by|after)$/;
/** Matches numbers and words for those whom a company dismisses. */
const DISMISSED =
  /^(?:\d.*|ceo|chief|head|boss|executives?|workers?|staff|engineers?|its|hundreds|thousands|dozens|top|finance|more|another|up)$/;

/**
 * Returns whether a word behind a name is no verb of a company: `Amazon fires spread` is about a forest, `Amazon fires
 * 900 workers` about a company.
 */
const isOtherVerb = (next: string, second: string): boolean =>
  (next === 'fires' && !DISMISSED.test(second)) || (next === 'found' && FOUND_AT.test(second));

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && other !== undefined && /^\s+$/.test(text.slice(one.end, other.start));

/** Returns whether a name of one word is the last name of a person: `Harrison Ford`. */
export function isLastName(text: string, words: readonly Word[], { from, to }: NameSpan): boolean {
  const before = words[from - 1];
  return (
    to - from === 1 &&
    adjoins(text, before, words[from]) &&
    isCapitalized(before as Word) &&
    isGivenName((before as Word).folded) &&
    !WORDS_TOO.has((before as Word).folded)
  );
}

/** Matches particles of last names, and words before the names of schools and places: `Da Vinci`, `San Canon`. */
const PARTICLE = /^(?:da|de|di|del|della|van|von|le|la|el|al|mac|saint|san|santa|mount|lake|fort)$/;

/** Returns whether a name of one word is part of a longer name: `Da Vinci`, `Lloyds of London`. */
export function isWithinName(text: string, words: readonly Word[], { from, to }: NameSpan): boolean {
  const [before, of, place] = [words[from - 1], words[to], words[to + 1]];
  if (to - from > 1) return false;
  if (
    before !== undefined &&
    adjoins(text, before, words[from]) &&
    isCapitalized(before) &&
    PARTICLE.test(before.folded)
  )
    return true;
  if (of?.text !== 'of' || place === undefined || !adjoins(text, words[to - 1], of)) return false;
  return adjoins(text, of, place) && isCapitalized(place) && !/^\d/.test(place.text);
}

/** Words that follow a name in the name of another organization: `Siemens Energy`, `Ford Foundation`. */
const OTHER_ORGANIZATIONS = new Set(
  'energy healthineers foundation mobility music museum arena stadium theatre theater field park cup institute university award awards prize college hospital stadium center centre club union leverkusen eindhoven racing martin gamesa council grill cafe bar pub hotel inn hall street road avenue square lane bridge beach valley island church school library clinic choir'.split(
    ' ',
  ),
);

/**
 * Returns whether a name is the beginning of the name of another organization. One more word may be between: `Goldman
 * Environmental Prize`.
 */
export function isOtherOrganization(text: string, words: readonly Word[], { to }: NameSpan): boolean {
  for (const at of [to, to + 1]) {
    const next = words[at];
    if (!adjoins(text, words[at - 1], next) || !isCapitalized(next as Word)) return false;
    if (OTHER_ORGANIZATIONS.has((next as Word).folded)) return marksNames(words) || at === to;
  }
  return false;
}

/** Words behind the name of a company that begin a clause or describe the company. */
const CONTINUES = new Set(
  (
    's and or over in on for with to at as after by from will has is was amid under up down rival rivals supplier ' +
    'suppliers maker chain ex who says brings sets holds keeps turns goes hits hit set touts ditches taps inks nears ' +
    'nabs woos shakes sends shows tries uses works runs calls grows loses shares und et y der die est en sous nach mit im'
  ).split(' '),
);

/**
 * Returns whether a name at the beginning of a text, where capitals mark no names, is part of a phrase of ordinary
 * words: `Target practice`, `Delta variant`.
 */
export function isOrdinaryPhrase(text: string, words: readonly Word[], { from, to }: NameSpan): boolean {
  const next = words[to];
  if (from > 0 || next === undefined || !adjoins(text, words[to - 1], next) || /\p{Lu}|\d/u.test(next.text))
    return false;
  if (next.folded === 'companies' || isOtherVerb(next.folded, words[to + 1]?.folded ?? '')) return true;
  return ![CONTINUES, companyNouns, companyVerbs, businessWords, priceVerbs, priceNouns].some((known) =>
    known.has(next.folded),
  );
}

/** Returns whether a verb and a pronoun follow a name, which is then the name of a person. */
export const isFollowedByPerson = (words: readonly Word[], { to }: NameSpan): boolean =>
  companyVerbs.has(words[to]?.folded ?? '') &&
  words.slice(to + 1, to + 1 + PRONOUN_WITHIN).some(({ folded }) => PRONOUN.test(folded));

/** Returns the two words after a name; the `s` of a possessive is skipped. */
function behind(words: readonly Word[], { to }: NameSpan): { isPossessive: boolean; next: string; second: string } {
  const isPossessive = words[to]?.folded === 's';
  const at = isPossessive ? to + 1 : to;
  return { isPossessive, next: words[at]?.folded ?? '', second: words[at + 1]?.folded ?? '' };
}

const isSubject = (text: string, words: readonly Word[], { from }: NameSpan): boolean => {
  const before = words[from - 1];
  if (before === undefined || SUBJECT_LEADS.has(before.folded) || companyLeads.has(before.folded)) return true;
  return /[:;,.!?–—-]/.test(text.slice(before.end, words[from]?.start));
};

/** Facts about a whole text that the evidence of each of its names needs, collected once for a text. */
export interface TextEvidence {
  /** True if capitals mark names (`marksNames`). */
  isCased: boolean;
  /** Number of business words before each word; the last value is that of the whole text. */
  businessBefore: Uint32Array;
}

/** Collects the evidence of a text. */
export function textEvidenceOf(words: readonly Word[]): TextEvidence {
  const businessBefore = new Uint32Array(words.length + 1);
  for (const [index, { folded }] of words.entries())
    businessBefore[index + 1] = (businessBefore[index] as number) + (businessWords.has(folded) ? 1 : 0);
  return { isCased: marksNames(words), businessBefore };
}

/**
 * Returns whether the words beside a name that is also an ordinary word show that it means a company. The time does not
 * grow with the length of the text.
 */
export function meansCompany(
  text: string,
  words: readonly Word[],
  span: NameSpan,
  { isCased, businessBefore }: TextEvidence,
): boolean {
  const before = words[span.from - 1]?.folded ?? '';
  if (ARTICLES.has(before)) return false;
  const { isPossessive, next, second } = behind(words, span);
  if (next === 'of') return false;
  if (companyNouns.has(next) || (isPossessive && companyNouns.has(second))) return true;
  // `Oracle's Ellison` names a person of the company.
  const owned = words[span.to + 1];
  if (isPossessive && owned !== undefined && /^\p{Lu}/u.test(owned.text) && isCased) return true;
  const subject = isSubject(text, words, span);
  if (isOtherVerb(next, second)) return false;
  const count = (from: number, to: number) => (businessBefore[to] as number) - (businessBefore[from] as number);
  const others = count(0, words.length) - count(span.from, span.to);
  if (subject && !isPossessive && companyVerbs.has(next) && (others > 0 || !VERBS_OF_ALL.has(next))) return true;
  if (subject && next === 'to' && companyInfinitives.has(second)) return true;
  if (subject && /^(?:hits|nears|reaches|touches)$/.test(next) && HIGHS.test(second)) return true;
  const name = words[span.from];
  const isWithin = span.from > 0 && name !== undefined && isCapitalized(name);
  if (companyLeads.has(before) && isWithin && (others > 0 || isEnd(text, words, span))) return true;
  return (
    others >= MIN_BUSINESS_WORDS && isWithin && (isEnd(text, words, span) || isPossessive || companyVerbs.has(next))
  );
}

/**
 * Returns true if a name is followed by the end of the text, a punctuation mark, a number or a small word, so that it
 * is not part of a longer phrase such as `Apple harvest`.
 */
function isEnd(text: string, words: readonly Word[], { to }: NameSpan): boolean {
  const next = words[to];
  if (next === undefined || !adjoins(text, words[to - 1], next)) return true;
  return /^(?:\d.*|and|or|over|in|on|for|with|to|at|as|after|by|from|will|has|is|s|amid|und|et|y)$/.test(next.folded);
}

/** Matches the word behind `hits` where a price or a value is meant: `hits record`, `hits two-year high`, `hits $1`. */
const HIGHS =
  /^(?:record|all|highest|lowest|new|fresh|multi|session|one|two|three|four|five|six|seven|eight|nine|ten|decade|week|month|year|\d)/;

/** Returns whether the words beside the name of a commodity or index show that its price is meant. */
export function meansPrice(text: string, words: readonly Word[], span: NameSpan): boolean {
  const { next, second } = behind(words, span);
  const [first, before] = [words[span.from - 2]?.folded ?? '', words[span.from - 1]?.folded ?? ''];
  if (priceNouns.has(next)) return true;
  if (isSubject(text, words, span) && priceVerbs.has(next))
    return !/^hits?$|^reach|^touch/.test(next) || HIGHS.test(second);
  return /^(?:of|for|in)$/.test(before) && /^(?:price|prices|forecast|forecasts|demand|rally|outlook)$/.test(first);
}
