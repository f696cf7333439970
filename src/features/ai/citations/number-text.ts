import { type Unit, writtenUnit, writtenUnits } from './number-units.js';

export interface WrittenNumber {
  /** The number as written, with sign, currency, magnitude word and unit. */
  text: string;
  /** Digits with a decimal point, without grouping. */
  digits: string;
  /** Position of its first character, in UTF-16 code units. */
  offset: number;
  /** Absolute value, including a magnitude word such as `million`. */
  value: number;
  /** Half a unit of the last written digit; more after words such as `about`. */
  tolerance: number;
  unit: Unit | undefined;
  /** −1 or 1 if a sign or words such as `fell` indicate it; otherwise 0. */
  sign: -1 | 0 | 1;
  /** Start and end of its sentence or line. */
  sentence: readonly [number, number];
}

/** A date in a text: `2026-11-20`. */
export interface WrittenDate {
  text: string;
  offset: number;
  /** Day as `YYYY-MM-DD`, or `MM-DD` if no year is written. */
  day: string;
}

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
const monthName =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
/** Patterns of dates (ISO dates may include a clock time), followed by patterns of ids and of clock times. */
const isoDate = /\b(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?/g;
const dayFirst = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\s+${monthName}\\b\\.?(?:,?\\s+(\\d{4}))?`, 'gi');
const monthFirst = new RegExp(`\\b${monthName}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s+(\\d{4}))?`, 'gi');
const uuid = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;
const clock = /\b\d{1,2}:\d{2}(?::\d{2})?\b/g;

const magnitudes: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  millions: 1e6,
  bn: 1e9,
  b: 1e9,
  billion: 1e9,
  billions: 1e9,
  t: 1e12,
  tn: 1e12,
  trillion: 1e12,
};
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const unitPattern = `(?:${writtenUnits.map(escaped).join('|')}|[A-Z]{3})(?![\\p{L}\\d])`;
const numberPattern = (digits: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\d_.])([+\\-−–]?)\\s?((?:[A-Z]{3}\\s|[$€£¥]\\s?)?)([+\\-−]?)(${digits})(?![\\d_])` +
      `(?:(\\s?(?:thousand|millions?|billions?|trillion|mn|bn|tn|[kKMBT])(?![\\p{L}\\d]))?(\\s?${unitPattern})?)`,
    'gu',
  );
/**
 * Numbers with a decimal point: `1,234.5`; also with spaces or apostrophes as separators: `1 234.5`, `1'234.5`.
 * Ordinary spaces count only if decimals follow.
 */
const withPoint = numberPattern(
  "\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:[\\u00a0\\u202f\\u2009'’]\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?: \\d{3})+\\.\\d+|\\d+(?:\\.\\d+)?",
);
/** Numbers with a decimal comma: `1.234,5`, `1 234,5`. */
const withComma = numberPattern("\\d{1,3}(?:[.\\u00a0\\u202f\\u2009 '’]\\d{3})+(?:,\\d+)?|\\d+(?:,\\d+)?");
/** Patterns of numbers that are unambiguous: only a decimal comma, or only a decimal point, is possible. */
const onlyComma = /(?<![\d.,])(?:\d{1,3}(?:[.\u00a0\u202f\u2009 '’]\d{3})+,\d+|\d+,(?:\d{1,2}|\d{4,}))(?![\d.,]*\d)/;
const onlyPoint = /(?<![\d.,])(?:\d{1,3}(?:,\d{3})+\.\d+|\d+\.(?:\d{1,2}|\d{4,}))(?![\d.,]*\d)/;

/**
 * Whether the numbers of a text have a decimal comma: at least one certainly has, and none certainly has a decimal
 * point.
 */
const hasDecimalCommas = (text: string): boolean => onlyComma.test(text) && !onlyPoint.test(text);

const falls =
  /\b(?:fell|falls?|fallen|down|drop(?:s|ped)?|los[et]s?|lost|declin\w*|decreas\w*|lower|slid|slipped|plunged|shed|minus|negative|loss)\b/i;
const rises = /\b(?:rose|rises?|risen|up|gain(?:s|ed)?|increas\w*|higher|climb\w*|jumped|added|plus|grew)\b/i;
/** Words after which a number is a level or a time, not a change. */
const levels = /(?:\bto|\bat|\bfrom|\bbelow|\babove|\bnear|\bof|\bis|\bwas|\bsince|\blast|\bpast|\bwithin|[:=(])\s*$/i;
const vague = /(?:\babout|\baround|\bnearly|\broughly|\bapproximately|\balmost|~|≈)\s*$/i;

/** Returns the dates in a text. */
export function datesIn(text: string): WrittenDate[] {
  const of = (
    match: RegExpMatchArray,
    year: string | undefined,
    month: number,
    day: string | undefined,
  ): WrittenDate => {
    const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    return { text: match[0], offset: match.index ?? 0, day: year === undefined ? rest : `${year}-${rest}` };
  };
  const monthOf = (name = '') => months.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, 3))) + 1;
  return [
    ...[...text.matchAll(isoDate)].map((match) => of(match, match[1], Number(match[2]), match[3])),
    ...[...text.matchAll(dayFirst)].map((match) => of(match, match[3], monthOf(match[2]), match[1])),
    ...[...text.matchAll(monthFirst)].map((match) => of(match, match[3], monthOf(match[1]), match[2])),
  ];
}

/**
 * Returns the numbers in a text, without dates, clock times, ids, code, links, list markers and digits inside words
 * such as `A320`.
 * @param isOwn whether the service wrote the text, so that its numbers have a decimal point; numbers of other texts may
 * have a decimal comma
 */
export function numbersIn(text: string, { isOwn = false } = {}): WrittenNumber[] {
  const blank = (match: string) => ' '.repeat(match.length);
  const bare = text
    .replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+|\/api\/v1\/\S+/g, blank)
    .replace(uuid, blank)
    .replace(/^[ \t]*(?:\d{1,3}[.)]|[-*•])[ \t]/gm, blank)
    .replace(isoDate, blank)
    .replace(dayFirst, blank)
    .replace(monthFirst, blank)
    .replace(clock, blank)
    .replace(/\b\d+(?:st|nd|rd|th)\b/g, blank);
  const isComma = !isOwn && hasDecimalCommas(bare);
  const ends = sentenceEnds(bare);
  let at = 0;
  return [...bare.matchAll(isComma ? withComma : withPoint)].map((match) => {
    const [whole, before = '', currency = '', inner = '', digits = '', magnitude = '', unitText = ''] = match;
    const offset = (match.index ?? 0) + whole.length - whole.trimStart().length;
    while (at < ends.length - 1 && (ends[at] as number) <= offset) at += 1;
    const start = at === 0 ? 0 : (ends[at - 1] as number);
    const lead = bare.slice(Math.max(start, offset - 60), offset);
    const times = magnitudes[magnitude.trim()] ?? magnitudes[magnitude.trim().toLowerCase()] ?? 1;
    const plain = isComma ? digits.replace(/[.\s'’]/g, '').replace(',', '.') : digits.replace(/[,\s'’]/g, '');
    const value = Number(plain) * times;
    const half = 0.5 * 10 ** -(plain.split('.')[1]?.length ?? 0) * times;
    const unit = writtenUnit(unitText.trim()) ?? writtenUnit(currency.trim());
    return {
      text: whole.trim(),
      digits: plain,
      offset,
      value,
      unit,
      tolerance: vague.test(lead) ? Math.max(half, value * 0.05) : half,
      sign: signOf(before + inner, lead),
      sentence: [start, ends[at] as number] as const,
    };
  });
}

function signOf(sign: string, lead: string): -1 | 0 | 1 {
  if (/[-−]/.test(sign)) return -1;
  if (sign.includes('+')) return 1;
  if (levels.test(lead)) return 0;
  const near = lead.slice(-25);
  if (falls.test(near)) return -1;
  return rises.test(near) ? 1 : 0;
}

/** Returns the positions at which sentences and lines end, and the end of the text. */
function sentenceEnds(text: string): number[] {
  const ends = [...text.matchAll(/[.!?](?=\s)|\n/g)].map(({ index }) => index + 1);
  return [...ends, text.length];
}
