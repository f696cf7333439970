import { type HeadlineKeys, sameStory } from '../../../text/headline.js';
import { haveOtherNames } from '../analysis/story-terms.js';
import { isOtherSubject } from './wording.js';

/** A headline with its names, as copies are compared. */
export interface WordedHeadline extends HeadlineKeys {
  storyTerms: readonly string[];
}

/** Returns how similar two headlines are as copies (0–1); 0 for headlines in the same words about something else. */
export function sameWording(one: WordedHeadline, other: WordedHeadline): number {
  const similarity = sameStory(one, other);
  if (similarity === 0 || similarity === 1) return similarity;
  return haveOtherNames(one.storyTerms, other.storyTerms) ||
    isOtherSubject(one.titleKey.split(' '), other.titleKey.split(' '))
    ? 0
    : similarity;
}
