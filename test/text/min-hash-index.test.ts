import test from 'ava';
import { SIGNATURE_LENGTH } from '../../src/text/min-hash.js';
import { MinHashIndex } from '../../src/text/min-hash-index.js';

let distinct = 1_000_000;
/**
 * Returns a signature whose first `values` hashes equal the hashes of `text`; its other hashes occur in no other
 * signature.
 */
const sharing = (values: number, text = 7): number[] =>
  Array.from({ length: SIGNATURE_LENGTH }, (_, index) => {
    distinct += 1;
    return index < values ? text * 1_000 + index : distinct;
  });

const whole = (text: number) => sharing(SIGNATURE_LENGTH, text);

test('texts with two equal bands of two values are candidates, and texts with one equal band are not', (t) => {
  const index = new MinHashIndex(16);
  index.add(sharing(2));
  index.add(sharing(3));
  index.add(sharing(4));
  t.deepEqual(index.candidates(whole(7)), [2]);
});

test('a text that replaced the same text in a full index is still a candidate', (t) => {
  const index = new MinHashIndex(1);
  t.is(index.add(whole(7)), 0);
  t.is(index.add(whole(7)), 0);
  t.deepEqual(index.candidates(whole(7)), [0]);
});

test('a replaced text is no candidate, and the oldest text is replaced first', (t) => {
  const index = new MinHashIndex(2);
  for (const text of [1, 2, 3]) index.add(whole(text));
  t.deepEqual(
    [1, 2, 3].map((text) => index.candidates(whole(text))),
    [[], [1], [0]],
  );
});

test('if many texts are equal, the newest 512 are candidates', (t) => {
  const index = new MinHashIndex(1024);
  for (let count = 0; count < 513; count += 1) index.add(whole(7));
  const found = index.candidates(whole(7));
  t.deepEqual([found.length, found[0], found.at(-1)], [512, 1, 512]);
});
