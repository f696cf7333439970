// Rule for comments: the first line of a docstring or of a comment is a plain sentence, as in the description.

import { faultsOf, sentencesOf } from './plain-sentences.js';

/** Matches the first line of a docstring, and of a comment on lines of its own. */
const FIRST_LINES = /^[ \t]*(?:\/\*\*[ \t]*(?:\n[ \t]*\*[ \t])?|(?<!^[ \t]*\/\/.*\n)\/\/ )([^\n*]+)/gm;

/** First sentences that the rules would reject but that are right, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'Chooses the first user that works: the current user (unless root); the owner of the data; `nobody`; a user namespace,':
    'the name of an account of the system',
  'User and group id of `nobody`; macOS and old systems number it differently.': 'the name of an account of the system',
};

/**
 * Returns the faults of the first sentences of docstrings and comments.
 * @param content source text of a TypeScript or JavaScript file
 * @returns findings as `advice: sentence`
 */
export const firstLineFindings = (content: string): string[] =>
  [...content.matchAll(FIRST_LINES)].flatMap(([, line = '']) => {
    const first = sentencesOf(line.trim())[0] ?? '';
    return first in EXCEPTIONS ? [] : faultsOf(first).map((fault) => `${fault}: ${first}`);
  });
