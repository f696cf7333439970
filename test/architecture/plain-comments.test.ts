import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { faultsOf, sentencesOf } from '../support/plain-sentences.js';

/** Matches the first line of a docstring, and of a comment on lines of its own. */
const FIRST_LINES = /^[ \t]*(?:\/\*\*\s*(?:\n[ \t]*\*[ \t])?|(?<!^[ \t]*\/\/.*\n)\/\/ )([^\n*]+)/gm;

/** First lines that the rules would reject but that are right, each with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'User and group id of `nobody`; macOS and old systems number it differently.': 'the name of an account of the system',
  '@param heard time at which the sender was last received (ms)': 'the name of a parameter',
};

test('comments begin with their subject and use the words of the project', (t) => {
  const findings: string[] = [];
  for (const file of globSync('{src,test,bench,bin}/**/*.{ts,js}').sort()) {
    for (const [, line = ''] of readFileSync(file, 'utf8').matchAll(FIRST_LINES)) {
      const first = sentencesOf(line.trim())[0] ?? '';
      if (!(first in exceptions)) for (const fault of faultsOf(first)) findings.push(`${file}: ${fault}: ${first}`);
    }
  }
  t.deepEqual(findings, []);
});
