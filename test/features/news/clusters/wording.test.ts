import test from 'ava';
import { align, isOtherSubject, isSentenceWithGaps } from '../../../../src/features/news/clusters/wording.js';

const words = (text: string) => text.toLowerCase().split(' ');
const isOther = (one: string, other: string) => isOtherSubject(words(one), words(other));

test('titles are aligned by the words that they share in the same order', (t) => {
  const alignment = align(words('a b c d'), words('a x c d e'));
  t.is(alignment.shared, 3 / 5);
  t.deepEqual(alignment.gaps, [{ one: ['b'], other: ['x'], at: 1 }]);
  t.true(isSentenceWithGaps(alignment));
  t.false(isSentenceWithGaps(align(words('a b c d'), words('a x y d e'))), 'two of five words');
  t.false(isSentenceWithGaps(align(words('a b c d'), words('a b c'))), 'no gap in both');
});

test('a title with another subject, object or outcome is about something else; a title with another verb is not', (t) => {
  t.true(isOther('cocoa prices jump in london', 'coffee prices jump in london'));
  t.true(isOther('apple unveils iphone with thinner frame', 'apple unveils watch with thinner frame'));
  t.true(isOther('voters approve tax on sugar', 'voters reject tax on sugar'));
  t.false(isOther('armed men seized tanker in hormuz', 'armed men boarded tanker in hormuz'));
  t.false(isOther('bank raises rates to five percent', 'bank raises rates to five percent again'));
  t.false(isOther('officials say port is closed by storm', 'port is closed by storm officials say'));
});
