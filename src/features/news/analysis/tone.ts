import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';
import { PhraseMatcher } from '../../../text/phrase-matcher.js';
import { type Word } from '../../../text/words.js';

/** The lexicon that tones are computed with. A change of its words or of the formula changes its name. */
export const TONE_LEXICON = 'watchfloor-news-1';
/** The language of the lexicon (ISO 639-1). */
export const TONE_LANGUAGE = 'en';

const negations = new Set(
  'not no never without neither nor cannot t hardly barely denies deny avoid avoids avoided averts averted fails failed'.split(
    ' ',
  ),
);
/** Words before a word within which a negation reverses it, and how much of it remains. */
const NEGATION_DISTANCE = 3;
const NEGATED = -0.6;
/** The sum of the words at which the tone is 0.71 (half of its square). */
const HALF_SQUARE = 15;

const lexicon = lazy(() => {
  const matcher = new PhraseMatcher<number>();
  for (const line of readFileSync(new URL('tone-lexicon.tsv', import.meta.url), 'utf8').split('\n')) {
    const [phrase, weight] = line.split('\t');
    if (phrase !== undefined && weight !== undefined && !phrase.startsWith('#')) matcher.add(phrase, Number(weight));
  }
  return matcher;
});

/** Returns the sum of the weights of the words in the lexicon, those behind a negation reversed. */
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
 * its words; those of the title count twice. 0 when no word is in the lexicon.
 */
export function toneOf(title: readonly Word[], text: readonly Word[]): number {
  const sum = 2 * weightOf(title) + weightOf(text);
  return Math.round((sum / Math.sqrt(sum * sum + HALF_SQUARE)) * 1000) / 1000;
}
