import { type HeadlineKeys, sameStory } from '../../../text/headline.js';
import { haveOtherNames } from '../analysis/story-terms.js';
import { isOtherSubject } from './wording.js';

/** A headline with the keys and terms by which copies are recognized. */
export interface WordedHeadline extends HeadlineKeys {
  storyTerms: readonly string[];
}

/** Returns the similarity of two headlines as copies (0–1); 0 for headlines in similar words about different things. */
export function sameWording(one: WordedHeadline, other: WordedHeadline): number {
  const similarity = sameStory(one, other);
  if (similarity === 0 || similarity === 1) return similarity;
  return haveOtherNames(one.storyTerms, other.storyTerms) ||
    isOtherSubject(one.titleKey.split(' '), other.titleKey.split(' '))
    ? 0
    : similarity;
}
