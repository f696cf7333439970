import { type HeadlineKeys, sameStory } from '../../../text/headline.js';
import { haveOtherNames } from '../analysis/story-terms.js';
import { isOtherSubject } from './wording.js';

/** A headline with the keys and terms by which copies are recognized. */
export interface WordedHeadline extends HeadlineKeys {
  storyTerms: readonly string[];
}

/**
 * Returns the similarity of two headlines as copies (0–1); 0 for headlines in similar words about different things.
 * @param above 0 is also returned for a similarity up to this one, without a comparison of the sentences
 */
export function sameWording(one: WordedHeadline, other: WordedHeadline, above = 0): number {
  const similarity = sameStory(one, other);
  if (similarity <= above) return 0;
  if (similarity === 1) return similarity;
  return haveOtherNames(one.storyTerms, other.storyTerms) ||
    isOtherSubject(one.titleKey.split(' '), other.titleKey.split(' '))
    ? 0
    : similarity;
}
