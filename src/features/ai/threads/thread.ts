import type { Owned } from '../../../resources/owned-table.js';

/** A conversation of an account. */
export interface Thread extends Owned {
  title: string;
  /** Whether the account set the title; false: it is made from the first question. */
  isTitleOwn: boolean;
}

/** Title of a thread that has no question yet. */
export const UNTITLED = 'New thread';

const MAX_TITLE_LENGTH = 60;

/** Returns a title made from the first question, cut between words. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line === '') return UNTITLED;
  const characters = [...line];
  if (characters.length <= MAX_TITLE_LENGTH) return line;
  const cut = characters.slice(0, MAX_TITLE_LENGTH - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > MAX_TITLE_LENGTH / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
