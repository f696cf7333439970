import test from 'ava';
import { headlineKeys } from '../../src/features/news/analysis/analyze-article.js';
import { bareHeadline, plainSpelling, sameStory } from '../../src/text/headline.js';
import { SIGNATURE_LENGTH } from '../../src/text/min-hash.js';
import { MinHashIndex } from '../../src/text/min-hash-index.js';
import { hardNegatives, headlines, perturbations } from '../support/headlines.js';
import { randomNumbers } from '../support/random-numbers.js';

test('tags before a headline and publishers after it are removed', (t) => {
  t.is(bareHeadline('UPDATE 2-Oil prices rise on supply fears - Example News'), 'Oil prices rise on supply fears');
  t.is(bareHeadline('BREAKING: Ferry runs aground off coast | EX24 | World'), 'Ferry runs aground off coast');
  t.is(bareHeadline('[Video] Rescue at sea after two days'), 'Rescue at sea after two days');
  t.is(
    bareHeadline('Chip maker’s biggest challenge - exploding memory prices'),
    'Chip maker’s biggest challenge - exploding memory prices',
  );
  t.is(bareHeadline('Live'), 'Live');
});

test('numbers, abbreviations and apostrophes have one spelling', (t) => {
  t.is(plainSpelling('Iran’s 1,250 tankers cost $1.5bn'), 'Iran 1250 tankers cost $1d5 bn');
  t.is(plainSpelling('D.C. won’t pay 5%'), 'DC wont pay 5 pct');
});

test('headlines with the same words about different names or numbers are different stories', (t) => {
  for (const [one, other] of hardNegatives)
    t.is(sameStory(headlineKeys(one), headlineKeys(other)), 0, `${one} / ${other}`);
});

test('changed headlines are recognized: precision and recall are 0.98 or more', (t) => {
  const random = randomNumbers(7);
  const keys = headlines.map((title) => headlineKeys(title));
  const index = new MinHashIndex(256);
  for (const { minhash } of keys) index.add(minhash);
  let [found, wrong] = [0, 0];
  const changes = Object.values(perturbations);
  for (const [at, headline] of headlines.entries())
    for (const change of changes) {
      const changed = headlineKeys(change(headline, random));
      for (const slot of index.candidates(changed.minhash)) {
        if (sameStory(changed, keys[slot]!) === 0) continue;
        if (slot === at) found += 1;
        else wrong += 1;
      }
    }
  const recall = found / (headlines.length * changes.length);
  t.true(recall >= 0.98, `recall ${recall}`);
  t.true(found / (found + wrong) >= 0.98, `${wrong} wrong`);
});

test('headlines in scripts without spaces are compared by characters', (t) => {
  const title = '日本銀行が政策金利の引き上げを決定、市場は円高に反応';
  t.true(sameStory(headlineKeys(title), headlineKeys('日本銀行、政策金利の引き上げを決定 市場は円高に反応')) > 0.6);
  t.is(sameStory(headlineKeys(title), headlineKeys('東京で大雪、交通機関に大きな影響が出ている')), 0);
});

/**
 * Returns the similarity of two headlines with these words, where the first `equal` hashes of the signatures are equal.
 */
function similarity(tokens: string, otherTokens: string, equal = 0): number {
  const keys = (words: string, offset: number) => ({
    titleKey: words,
    tokens: words.split(' '),
    minhash: Array.from({ length: SIGNATURE_LENGTH }, (_, index) => (index < equal ? index : index + offset)),
  });
  return sameStory(keys(tokens, 1_000), keys(otherTokens, 2_000));
}

test('headlines that share three words, six tenths of all their words, are one story; with two shared words, or three of more words, they are not', (t) => {
  t.is(similarity('a b c', 'a b c d e'), 0.6);
  t.is(similarity('a b c', 'a b c d e f'), 0);
  t.is(similarity('a b', 'a b c'), 0);
});

test('headlines that share four words, eight tenths of the shorter headline, are one story', (t) => {
  t.is(similarity('a b c d', 'a b c d e f g h'), 0.5);
  t.is(similarity('a b c', 'a b c d e f g h'), 0);
  t.is(similarity('a b c d x', 'a b c d e f g h'), 4 / 9);
  t.is(similarity('a b c d x y', 'a b c d e f g h'), 0);
});

test('headlines of fewer than five words are compared by their characters, unless both differ in a name or number', (t) => {
  const enough = Math.ceil(0.42 * SIGNATURE_LENGTH);
  t.is(similarity('a b x y', 'a b v w', enough), enough / SIGNATURE_LENGTH);
  t.is(similarity('a b x y', 'a b v w', enough - 1), 0);
  t.is(similarity('a b x y z', 'a b v w u', enough), 0);
  t.is(similarity('a b x #4', 'a b v w', enough), 0);
  t.is(similarity('a b #4', 'a b', enough), enough / SIGNATURE_LENGTH);
});

test('headlines are different if each has a name or number that the other does not have', (t) => {
  const same = SIGNATURE_LENGTH;
  t.is(similarity('a b c d #1', 'a b c d #2', same), 0);
  t.is(similarity('a b c d @x', 'a b c d @y', same), 0);
  t.is(similarity('a b c d @x', 'a b c d #2', same), 4 / 6);
  t.is(similarity('a b c d #1', 'a b c d', same), 0.8);
});
