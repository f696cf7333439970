import test from 'ava';
import { meansCompany, textEvidenceOf } from '../../../../src/features/markets/directory/name-evidence.js';
import { type Word, wordsOf } from '../../../../src/text/words.js';

/** Judges every word of a text as a name. @returns how often words were read */
function readsFor(count: number): number {
  let reads = 0;
  const text = 'and Apple or '.repeat(count);
  const words = wordsOf(text).map((word): Word => {
    const { folded, ...rest } = word;
    return Object.defineProperty(rest as Word, 'folded', {
      get: () => {
        reads += 1;
        return folded;
      },
    });
  });
  const evidence = textEvidenceOf(words);
  for (const [from] of words.entries()) meansCompany(text, words, { from, to: from + 1 }, evidence);
  return reads;
}

test('the work for the names of a text grows with its length, not with its square', (t) => {
  const [short, long] = [readsFor(100), readsFor(1_000)];
  t.true(short > 0);
  t.true(long <= 11 * short, `${long} reads instead of ${short}`);
});

test('business words elsewhere in the text count, and the name itself does not', (t) => {
  const judged = (text: string, name: string) => {
    const words = wordsOf(text);
    const from = words.findIndex((word) => word.text === name);
    return meansCompany(text, words, { from, to: from + 1 }, textEvidenceOf(words));
  };
  t.true(judged('The profit and revenue of rival Target', 'Target'));
  t.false(judged('The weather and the garden of rivals near Target', 'Target'));
});
