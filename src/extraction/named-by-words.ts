import { isCapitalized, type Word } from '../text/words.js';
import type { EntityMention } from './entity-mention.js';

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that precede the name of a person. */
const personTitles = set(
  'mr mrs ms dr prof professor president minister premier chancellor senator governor mayor general colonel ' +
    'captain admiral commander judge king queen prince princess sheikh ' +
    'ambassador secretary chairman chairwoman director spokesman spokeswoman spokesperson ceo cfo founder sir ' +
    'lord lady pope imam ayatollah',
);
/** Verbs beside the name of a person who is quoted. */
const saying = set('said says told added warned argued insisted tweeted');
/** Last words of names of organizations. */
const organizationEnds = set(
  'inc corp corporation ltd limited llc plc ag gmbh sa nv ab asa oyj group holdings holding company bank ' +
    'university institute foundation association agency ministry ' +
    'department authority council committee commission union airlines airways shipping lines maritime ' +
    'petroleum energy industries technologies motors',
);
/** First words of names of organizations: `Ministry of Defence`. */
const organizationHeads = set(
  'ministry department bank university institute council office bureau organization organisation association ' +
    'federation',
);
/** Words that precede the name of a vessel. */
const craftWords = set(
  'tanker vessel ship freighter ferry trawler yacht carrier containership frigate destroyer tug mv mt ss rv',
);
const particles = set('de la al el bin van von der');
/** Words inside names of organizations: `Ministry of Defence`. */
const joining = set('of the for and');
/** Words that begin sentences and headlines but are not part of a name. */
const common = set(
  'the a an this that these those it he she they we i in on at by for from to with as after before but and or ' +
    'if when while one two three first last new our their its his her what why how ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july ' +
    'august september october november december',
);

const MAX_NAME_WORDS = 6;

/**
 * Finds names by the words around them: people after a title or before a verb of speech, organizations by their last or
 * first word, vessels after words such as `tanker`. For texts in sentence case. The time is linear in the number of
 * words.
 */
export function namedByWords(text: string, words: readonly Word[]): EntityMention[] {
  const mentions: EntityMention[] = [];
  for (let from = 0; from < words.length; ) {
    const to = endOfName(text, words, from);
    const mention = to > from ? judge(text, words, from, to) : undefined;
    if (mention) mentions.push(mention);
    from = Math.max(to, from + 1);
  }
  return mentions;
}

/** Returns the index after a run of capitalized words, which may have joining words between them. */
function endOfName(text: string, words: readonly Word[], from: number): number {
  let to = from;
  let end = from;
  const isOrganization = organizationHeads.has((words[from] as Word).folded);
  while (to < words.length && to - from < MAX_NAME_WORDS) {
    const word = words[to] as Word;
    const isJoined = to === from || joins(text, words[to - 1] as Word, word);
    if (!isJoined || !isPart(word, to > from, isOrganization)) break;
    to += 1;
    if (!joining.has(word.folded) && !particles.has(word.folded)) end = to;
  }
  return end;
}

/**
 * Returns true when the characters between two words join them to one name: a space, hyphen or apostrophe, or a full
 * stop after an initial.
 */
function joins(text: string, one: Word, other: Word): boolean {
  const between = text.slice(one.end, other.start);
  return /^[ '’-]$/.test(between) || (between === '. ' && one.text.length === 1);
}

const isLetters = ({ folded }: Word): boolean => /^\p{L}/u.test(folded);

function isPart(word: Word, isInside: boolean, isOrganization: boolean): boolean {
  if (isInside && (particles.has(word.folded) || (isOrganization && joining.has(word.folded)))) return true;
  return (
    isLetters(word) &&
    isCapitalized(word) &&
    word.text !== word.text.toLowerCase() &&
    !(common.has(word.folded) && !isInside)
  );
}

function judge(text: string, words: readonly Word[], from: number, to: number): EntityMention | undefined {
  const name = words.slice(from, to);
  const [first, last, before, after] = [name[0] as Word, name.at(-1) as Word, words[from - 1], words[to]];
  const make = (kind: 'person' | 'organization' | 'vessel', confidence: number, start = first.start): EntityMention => {
    const passage = text.slice(start, last.end);
    const plain = passage.replace(/\s+/g, ' ');
    return {
      kind,
      key: `${kind}:${plain.toLowerCase().replace(/[\s,]+/g, '_')}`,
      name: plain,
      text: passage,
      start,
      end: last.end,
      confidence,
      foundBy: 'context',
    };
  };
  const isCraft = (word: Word | undefined) => word !== undefined && craftWords.has(word.folded);
  if (isCraft(before) && adjoins(text, before, first)) return make('vessel', 0.7);
  if (name.length > 1 && isCraft(first) && first.text.length <= 2) return make('vessel', 0.75, (name[1] as Word).start);
  if (name.length > 1 && (organizationEnds.has(last.folded) || organizationHeads.has(first.folded)))
    return make('organization', 0.75);
  const titled = name.length > 1 && personTitles.has(first.folded);
  if (titled) return make('person', 0.75, (name[1] as Word).start);
  const isCalled = before !== undefined && personTitles.has(before.folded) && adjoins(text, before, first);
  const isQuoted = name.length > 1 && [before, after].some((word) => word !== undefined && saying.has(word.folded));
  if ((isCalled || isQuoted) && name.length <= 4) return make('person', isCalled ? 0.75 : 0.65);
  return undefined;
}

const adjoins = (text: string, one: Word | undefined, other: Word): boolean =>
  one !== undefined && /^[ .“"'‘]{1,3}$/.test(text.slice(one.end, other.start));
