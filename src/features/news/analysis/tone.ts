import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { type Word } from '../../../text/words.js';

/** Name of the lexicon and formula that tones are computed with. It must change with the words or the formula. */
export const TONE_LEXICON = 'watchfloor-news-1';
/** The language of the lexicon (ISO 639-1). */
export const TONE_LANGUAGE = 'en';

const negations = new Set(
  'not no never without neither nor cannot t hardly barely denies deny avoid avoids avoided averts averted fails failed'.split(
    ' ',
  ),
);
/** A negation within this number of words before a word multiplies its weight by `NEGATED`. */
const NEGATION_DISTANCE = 3;
const NEGATED = -0.6;
/** The square of the sum of weights at which the tone is 0.71 (the square root of a half). */
const HALF_SQUARE = 15;

const lexicon = lazy(() => {
  const matcher = new PhraseMatcher<number>();
  for (const line of readFileSync(new URL('tone-lexicon.tsv', import.meta.url), 'utf8').split('\n')) {
    const [phrase, weight] = line.split('\t');
    if (phrase !== undefined && weight !== undefined && !phrase.startsWith('#')) matcher.add(phrase, Number(weight));
  }
  return matcher;
});

/** Returns the sum of the weights of the words in the lexicon; weights after a negation are reversed and reduced. */
function weightOf(words: readonly Word[]): number {
  let sum = 0;
  for (const { from, values } of lexicon().find(words)) {
    const weight = values[0] as number;
    const isNegated = words
      .slice(Math.max(0, from - NEGATION_DISTANCE), from)
      .some(({ folded }) => negations.has(folded));
    sum += isNegated ? weight * NEGATED : weight;
  }
  return sum;
}

/**
 * Returns the tone of an English article from −1 (negative) to 1: s / √(s² + 15), where s is the sum of the weights of
 * its words. Words of the title count twice. The tone is 0 when no word is in the lexicon.
 */
export function toneOf(title: readonly Word[], text: readonly Word[]): number {
  const sum = 2 * weightOf(title) + weightOf(text);
  return Math.round((sum / Math.sqrt(sum * sum + HALF_SQUARE)) * 1000) / 1000;
}
