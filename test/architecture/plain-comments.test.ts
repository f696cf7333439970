import { globSync, readFileSync } from 'node:fs';
import test from 'ava';
import { firstLineFindings } from '../../src/openapi/first-lines.js';
import { BANNED_IN_DOCUMENTS, sentencesOf, wordFaultsOf } from '../../src/openapi/plain-sentences.js';

test('comments begin with their subject and use the words of the project', (t) => {
  const files = globSync('{src,test,bench,bin}/**/*.{ts,js}').sort();
  const findings = files.flatMap((file) =>
    firstLineFindings(readFileSync(file, 'utf8')).map((finding) => `${file}: ${finding}`),
  );
  t.deepEqual(findings, []);
});

/** A docstring, consecutive line comments, or a comment behind code. */
const COMMENTS = /\/\*\*?[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n)+|[;{,)] \/\/ .*/gm;
const TITLES = /^[ \t]*test(?:\.\w+)*\(\s*(?:'((?:[^'\\]|\\.)*)'|`([^`]*)`|"([^"]*)")/gm;
const CODE_IN_TEXT = /`[^`]*`|<code>[^<]*<\/code>|“[^”]*”/g;

/** Texts with a banned term that is right, each with the reason. */
const rightWords: Readonly<Record<string, string>> = {
  'A refusal ("not included in the plan") is remembered for hours in the `EntitlementCache`, for that requirement only.':
    'the words of a provider',
};

const joined = (text: string): string => text.replace(/\s*\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ').trim();

function* textsOf(file: string): Iterable<string> {
  const content = readFileSync(file, 'utf8');
  if (!/\.[tj]s$/.test(file)) {
    for (const paragraph of content.replace(/^```[\s\S]*?^```/gm, '').split(/\n\s*\n|^[|#-] /m))
      yield joined(paragraph);
    return;
  }
  for (const [comment] of content.matchAll(COMMENTS)) yield joined(comment);
  for (const [, ...forms] of content.matchAll(TITLES)) yield forms.find((form) => form !== undefined) ?? '';
}

/** The banned terms of a file; undefined: those of code. */
const bannedIn = (file: string): typeof BANNED_IN_DOCUMENTS | undefined =>
  /\.[tj]s$/.test(file) ? undefined : BANNED_IN_DOCUMENTS;

test('comments, test titles and documents have no banned terms', (t) => {
  const files = globSync('{src,test,bench,bin}/**/*.{ts,js}').concat(globSync('{docs,bench}/**/*.md'));
  const findings: string[] = [];
  for (const file of [...files, ...globSync('*.md'), '.env.example'].sort())
    for (const text of textsOf(file))
      for (const sentence of sentencesOf(text))
        if (!(sentence in rightWords))
          for (const fault of wordFaultsOf(sentence.replace(CODE_IN_TEXT, '`…`'), bannedIn(file)))
            findings.push(`${file}: ${fault}: ${sentence}`);
  t.deepEqual(findings, []);
});

test('titles of tests are unique, because a group of files with the same title twice does not start', (t) => {
  const files = new Map<string, string>();
  const repeated: string[] = [];
  for (const file of globSync('test/**/*.test.ts').sort())
    for (const [, title] of readFileSync(file, 'utf8').matchAll(TITLES)) {
      if (title === undefined) continue;
      const other = files.get(title);
      if (other !== undefined) repeated.push(`${other} and ${file}: ${title}`);
      files.set(title, file);
    }
  t.deepEqual(repeated, []);
});
