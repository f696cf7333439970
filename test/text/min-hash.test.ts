import test from 'ava';
import { minHash, signatureSimilarity } from '../../src/text/min-hash.js';
import { MinHashIndex } from '../../src/text/min-hash-index.js';

const text = 'oil tanker seized in the strait of hormuz as talks fail';
const headline = (number: number) =>
  `${number * 7919} ${(number * 104_729).toString(36)} ${(number * 1_299_709).toString(36)} headline`;

test('similar texts have similar signatures, and unrelated texts do not', (t) => {
  t.is(signatureSimilarity(minHash(text), minHash(text)), 1);
  t.true(signatureSimilarity(minHash(text), minHash('oil tanker seized in strait of hormuz as talks fail')) > 0.7);
  t.true(signatureSimilarity(minHash(text), minHash('central bank leaves interest rates unchanged')) < 0.15);
});

test('signatures are the same in every release, because they are stored', (t) => {
  t.deepEqual([...minHash('oil tanker seized').slice(0, 4)], [162_354_181, 46_142_707, 255_438_614, 286_788_739]);
});

test('the signature of a text differs from that of an empty text', (t) => {
  t.true(signatureSimilarity(minHash(''), minHash(text)) < 0.1);
});

test('the index finds similar texts among many, and removes the oldest', (t) => {
  const index = new MinHashIndex(256);
  const slot = index.add(minHash(text));
  for (let number = 1; number < 256; number += 1) index.add(minHash(headline(number)));
  const similar = minHash('oil tanker seized in strait of hormuz as talks fail');
  t.deepEqual(index.candidates(similar), [slot]);
  for (let number = 256; number < 1_000; number += 1) index.add(minHash(headline(number)));
  t.deepEqual(index.candidates(similar), []);
  t.true(index.candidates(minHash(headline(999))).includes(999 % 256));
});
