import { isFrequentLastName, isGivenName, isPersonName } from '../text/frequent-words.js';
import { isCapitalized, type Word } from '../text/words.js';

/** Words that precede the name of a person. */
const TITLES = new Set(
  'mr mrs ms dr sir lord lady dame officer actor actress author singer senator sen rep judge justice captain capt sergeant sgt detective professor prof coach president minister'.split(
    ' ',
  ),
);
/** Words that follow the name of a place but not the name of a person. */
const INSTITUTIONS = new Set(
  'university college police airport city county state governor gov senate house supreme attorney department republicans democrats republican democrat court school district stadium hospital port harbour harbor international river lake beach bay park museum'.split(
    ' ',
  ),
);

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): one is Word =>
  one !== undefined && other !== undefined && /^\.? $/.test(text.slice(one.end, other.start));

/** Returns true when the words of a name are the last name of a person: `Jack London`, `Officer Reed`. */
export function isLastName(words: readonly Word[], from: number, text: string, taken: ReadonlySet<number>): boolean {
  const before = words[from - 1];
  if (!adjoins(text, before, words[from]) || !isCapitalized(before) || taken.has(from - 1)) return false;
  return isGivenName(before.folded) || TITLES.has(before.folded);
}

/**
 * Returns true when a name of one word is the first name of a person: `Virginia Woolf`.
 * @param isWellKnown true for a place with which other names begin (`Paris Metro`): only a following last name makes it
 * a person
 */
export function isFirstName(
  words: readonly Word[],
  { from, to }: { from: number; to: number },
  text: string,
  taken: ReadonlySet<number>,
  isWellKnown: boolean,
): boolean {
  const after = words[to];
  if (to - from > 1 || after === undefined || !adjoins(text, words[to - 1], after)) return false;
  if (!isCapitalized(after) || INSTITUTIONS.has(after.folded)) return false;
  // Paris is also a given name, but not one of the list; Jackson is also a place.
  const isNamed = isWellKnown ? isPersonName : isGivenName;
  if (!isNamed((words[from] as Word).folded) || (taken.has(to) && !isFrequentLastName(after.folded))) return false;
  return !isWellKnown || isFrequentLastName(after.folded);
}
