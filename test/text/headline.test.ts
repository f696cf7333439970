import test from 'ava';
import { headlineKeys } from '../../src/features/news/analysis/analyze-article.js';
import { bareHeadline, plainSpelling, sameStory } from '../../src/text/headline.js';
import { MinHashIndex } from '../../src/text/min-hash-index.js';
import { hardNegatives, headlines, perturbations } from '../support/headlines.js';
import { randomNumbers } from '../support/random-numbers.js';

test('tags before a headline and publishers behind it are removed', (t) => {
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

test('headlines in the same words about different names or numbers are different stories', (t) => {
  for (const [one, other] of hardNegatives)
    t.is(sameStory(headlineKeys(one), headlineKeys(other)), 0, `${one} / ${other}`);
});

test('changed headlines are recognized: precision and recall are 0.98 or more', (t) => {
  const random = randomNumbers(7);
  const keys = headlines.map(headlineKeys);
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
