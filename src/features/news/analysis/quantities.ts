import { fold, type Word } from '../../../text/words.js';
import type { ConceptMatch } from './concepts.js';

/** A number in a text, with the thing that it counts or measures. */
export interface Quantity {
  /** `money`, `percent`, `magnitude`, `death`, `injury`, the name of another concept, or the counted word. */
  measure: string;
  value: number;
  /** True: the text says `about`, `more than` or similar. */
  isRounded: boolean;
  /** UTF-16 positions in the text; `end` is exclusive. */
  start: number;
  end: number;
}

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  tausend: 1e3,
  mille: 1e3,
  mil: 1e3,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  mrd: 1e9,
  billion: 1e9,
  billions: 1e9,
  milliarde: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  tn: 1e12,
  trn: 1e12,
  trillion: 1e12,
  trillions: 1e12,
  billionen: 1e12,
};
const NUMERALS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const CURRENCY =
  'dollars?|euros?|yen|pounds?|francs?|franken|yuan|rupees?|pesos?|kronor|crowns?|usd|eur|gbp|chf|livres?';
/** Matches a number with an optional currency sign before it, and an optional scale and unit after it. */
const NUMBER = new RegExp(
  [
    String.raw`(?<sign>[A-Z]{0,3}[$€£¥])?\s?(?<![\p{L}\d.,])(?<digits>\d+(?:[.,\u00a0]\d+)*)`,
    String.raw`(?:[\s-]?(?<scale>${Object.keys(SCALES).join('|')})(?![\p{L}\d]))?`,
    String.raw`\s?(?<unit>[€$£]|%|(?:pct|per\s?cent|prozent|pour cent|por ciento)\b|(?:us[- ]|a)?(?:${CURRENCY})\b)?`,
  ].join(''),
  'giu',
);
const ROUNDED_WORDS =
  'about|around|nearly|almost|some|over|more than|at least|up to|near|under|below|above|rund|etwa|knapp|mehr als|' +
  'mindestens|über|environ|près de|plus de|au moins|más de|unos|casi|al menos';
const ROUNDED = new RegExp(String.raw`(?:${ROUNDED_WORDS})\s*(?:[A-Z]{0,3}[$€£¥])?$`, 'iu');
const MAGNITUDE = /(?:magnitude|stärke|m|magnitud)\s?(?:of|von|de)?\s?$/iu;
/** Range in which a decimal number in a text about an earthquake counts as its magnitude. */
const MAGNITUDES = { min: 2, max: 9.9 };
/** Maximum distance (words) between a number and the thing that it counts. */
const NEAR_WORDS = 3;
/** Names of concepts that a number counts when they are near it, before or after it. */
const COUNTED = new Set(['death', 'injury', 'missing', 'job']);
/** Words for lengths of time, which do not distinguish stories. */
const TIME_WORDS =
  'second|minute|hour|day|night|week|month|year|time|tag|stunde|woche|monat|jahr|jour|heure|semaine|moi|an|dia|hora|' +
  'semana|me|ano';
const TIME = new RegExp(`^(?:${TIME_WORDS})s?(?:en?)?$`);
const YEAR = /^(?:19|20)\d\d$/;

/** Parses a number: `1,250` and `1.250` are 1250, `4.9` and `4,9` are 4.9. */
function parsedValue(digits: string): number {
  const plain = digits.replaceAll('\u00a0', '');
  const groups = /^\d{1,3}(?:[.,]\d{3})+$/.test(plain) && !/^0/.test(plain);
  return Number(groups ? plain.replace(/[.,]/g, '') : plain.replace(/,(?=\d{3}\D)/g, '').replace(',', '.'));
}

/**
 * Finds the numbers in a text with the things that they measure: money, a percentage, a magnitude, or a thing that
 * nearby words name. Years and other numbers are left out.
 */
export function findQuantities(text: string, words: readonly Word[], concepts: readonly ConceptMatch[]): Quantity[] {
  const found: Quantity[] = [];
  for (const match of text.matchAll(NUMBER)) {
    const { sign, digits = '', scale, unit } = match.groups as Record<string, string | undefined>;
    const value = parsedValue(digits) * (scale === undefined ? 1 : (SCALES[scale.toLowerCase()] ?? 1));
    if (!Number.isFinite(value)) continue;
    const start = match.index + match[0].length - match[0].trimStart().length;
    const end = match.index + match[0].trimEnd().length;
    const before = text.slice(Math.max(0, start - 24), start);
    const folded = unit === undefined ? '' : fold(unit);
    const measure =
      sign !== undefined || new RegExp(`^(?:[€$£]|(?:us[- ]|a)?(?:${CURRENCY}))$`, 'i').test(folded)
        ? 'money'
        : folded !== ''
          ? 'percent'
          : measureOf({ start, end, before, digits, value }, words, concepts);
    if (measure !== undefined) found.push({ measure, value, isRounded: ROUNDED.test(before), start, end });
  }
  for (const [index, { folded, start, end }] of words.entries()) {
    const scale = SCALES[words[index + 1]?.folded ?? ''];
    const last = scale === undefined ? index : index + 1;
    const value = NUMERALS.indexOf(folded) * (scale ?? 1);
    const measure = value > 0 ? countedNear(index, last, words, concepts) : undefined;
    if (measure !== undefined) found.push({ measure, value, isRounded: false, start, end: words[last]?.end ?? end });
  }
  return found;
}

function measureOf(
  { start, end, before, digits, value }: { start: number; end: number; before: string; digits: string; value: number },
  words: readonly Word[],
  concepts: readonly ConceptMatch[],
): string | undefined {
  const first = words.findIndex((word) => word.end > start);
  const last = words.findLastIndex((word) => word.start < end);
  const isMagnitude = /[.,]/.test(digits) && value >= MAGNITUDES.min && value <= MAGNITUDES.max;
  const isQuake = concepts.some(({ concept }) => concept.name === 'quake' || concept.name === 'aftershock');
  if (MAGNITUDE.test(before) || (isMagnitude && isQuake)) return 'magnitude';
  if (YEAR.test(digits)) return undefined;
  return countedNear(first, last, words, concepts);
}

/**
 * Returns the thing that a number counts: the nearest concept in `COUNTED`, otherwise a thing within two words after
 * the number, otherwise the next word; undefined if the next word is a length of time or cannot be counted.
 */
function countedNear(
  first: number,
  last: number,
  words: readonly Word[],
  concepts: readonly ConceptMatch[],
): string | undefined {
  const counted = concepts
    .filter(({ concept }) => COUNTED.has(concept.name))
    .map(({ concept, from, to }) => ({
      name: concept.name,
      from,
      apart: from > last ? from - last : first - to + 1,
    }))
    .filter(({ apart }) => apart > 0 && apart <= NEAR_WORDS)
    .sort((one, other) => one.apart - other.apart || other.from - one.from)[0];
  if (counted !== undefined) return counted.name;
  const thing = concepts.find(
    ({ concept, from }) => concept.kind === 'thing' && from > last && from <= last + NEAR_WORDS,
  );
  if (thing !== undefined) return thing.concept.name;
  const next = words[last + 1]?.folded;
  return next === undefined || next.length < 3 || /\d/.test(next) || TIME.test(next)
    ? undefined
    : next.replace(/s$/, '');
}
