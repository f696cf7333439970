import type { Owned } from '../../../resources/owned-table.js';

/** A conversation of an account. */
export interface Thread extends Owned {
  title: string;
  /** False as long as the title is made from the first question. */
  isTitleOwn: boolean;
}

/** The title of a thread without a question. */
export const UNTITLED = 'New thread';

const MAX_TITLE_LENGTH = 60;

/** A title made from the first question: its first line, cut between words. */
export function titleOf(question: string): string {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line === '') return UNTITLED;
  const characters = [...line];
  if (characters.length <= MAX_TITLE_LENGTH) return line;
  const cut = characters.slice(0, MAX_TITLE_LENGTH - 1).join('');
  const end = cut.lastIndexOf(' ');
  return `${(end > MAX_TITLE_LENGTH / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}
