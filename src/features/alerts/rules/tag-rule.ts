import { type Rule, text } from '../../../api/rules.js';

/** A tag of a rule: a word of letters, digits and `_ . : -`; compared case-insensitively. */
export const tagRule = (): Rule =>
  text(1, 40, /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/, 'a word of letters, digits, dots, colons, hyphens and underscores');
