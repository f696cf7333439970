import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { MATCH_SCORE, matchNames } from '../../../src/features/osint/names/match-names.js';
import { NameIndex } from '../../../src/features/osint/names/name-index.js';
import { readName } from '../../../src/features/osint/names/name-parts.js';
import type { NameKind } from '../../../src/features/osint/names/name-words.js';
import { root } from '../../support/sources.js';

interface Pair {
  id: string;
  type: 'person' | 'organisation' | 'vessel';
  query: string;
  candidate: string;
  match: boolean;
}

/** 150 labeled pairs of nomenklatura (MIT); its own matcher reaches F1 0.81 on them. */
const { pairs }: { pairs: Pair[] } = JSON.parse(
  readFileSync(join(root, 'test/fixtures/osint/name-pairs.json'), 'utf8'),
);
const kindOf = ({ type }: Pair): NameKind => (type === 'organisation' ? 'organization' : type);
const compare = (a: string, b: string, kind: NameKind) => matchNames(readName(a, kind), readName(b, kind), kind);

test('in 150 labeled pairs no match is wrong, and at least 83 of 100 right ones are found', (t) => {
  const judged = pairs.map((pair) => ({
    pair,
    matches: compare(pair.query, pair.candidate, kindOf(pair)).score >= MATCH_SCORE,
  }));
  const right = judged.filter(({ pair, matches }) => matches && pair.match).length;
  const wrong = judged.filter(({ pair, matches }) => matches && !pair.match);
  const missed = judged.filter(({ pair, matches }) => !matches && pair.match);
  const [precision, recall] = [right / (right + wrong.length), right / (right + missed.length)];
  const f1 = (2 * precision * recall) / (precision + recall);
  t.log({ precision, recall, f1, missed: missed.map(({ pair }) => pair.id) });
  t.deepEqual(
    wrong.map(({ pair }) => pair.id),
    [],
  );
  t.true(recall >= 0.83, `recall ${recall}`);
  t.true(f1 >= 0.9, `F1 ${f1}`);
});

test('the order of two names changes no score', (t) => {
  for (const [a, b] of [
    ['George Bush', 'جورج بوش'],
    ['Richard Smith', 'ريتشارد سميث'],
  ] as const)
    t.is(compare(a, b, 'person').score, compare(b, a, 'person').score, a);
  for (const pair of pairs)
    t.is(
      compare(pair.query, pair.candidate, kindOf(pair)).score,
      compare(pair.candidate, pair.query, kindOf(pair)).score,
      pair.id,
    );
});

test('the index finds what the comparison of all names finds', async (t) => {
  const names = pairs.map((pair, owner) => ({ text: pair.candidate, kind: kindOf(pair), owner }));
  const index = await NameIndex.of(names);
  const missed: string[] = [];
  for (const pair of pairs) {
    const kind = kindOf(pair);
    const found = new Set(index.find(pair.query, { kinds: [kind], limit: 200 }).map(({ owner }) => owner));
    const query = readName(pair.query, kind);
    for (const { text, kind: other, owner } of names) {
      if (other !== kind || found.has(owner)) continue;
      if (matchNames(query, readName(text, kind), kind).score >= MATCH_SCORE) missed.push(`${pair.query} | ${text}`);
    }
  }
  // Names that differ by two replaced letters in a short part, or by several letters of a transliteration, have no
  // index key in common and may be missed.
  t.true(missed.length <= 3, missed.join('\n'));
});

test('a Korean name and another one with the same part are found in either order of the queries', async (t) => {
  const queries = ['Kim Jong Chol', 'Chol Brandt'];
  const names = ['Kim Jong Choll', 'Choel Brandt'].map((text, owner) => ({ text, kind: 'person' as const, owner }));
  t.true(readName('Kim Jong Chol', 'person').isKorean);
  for (const order of [queries, queries.toReversed()]) {
    const index = await NameIndex.of(names);
    const found = Object.fromEntries(
      order.map((query) => [query, index.find(query, { kinds: ['person'] }).map(({ name }) => name)]),
    );
    t.deepEqual(found, { 'Kim Jong Chol': ['Kim Jong Choll'], 'Chol Brandt': ['Choel Brandt'] });
  }
});

test('a name in another script is found by its Latin spelling, and the reverse', async (t) => {
  for (const [latin, other] of [
    ['George Bush', 'جورج بوش'],
    ['Richard Smith', 'ريتشارد سميث'],
    ['Saddam Hussein', 'صدام حسين'],
    ['Vladimir Putin', 'Владимир Путин'],
  ] as const)
    for (const [query, text] of [
      [latin, other],
      [other, latin],
    ] as const) {
      const index = await NameIndex.of([{ text, kind: 'person', owner: 1 }]);
      t.like(index.find(query, { kinds: ['person'] }), [{ name: text }], query);
    }
});

for (const [what, kind, a, b, code] of [
  ['titles and particles', 'person', 'Sheikh Osama bin Laden', 'LADEN, Usama ibn', 'similar_spelling'],
  [
    'legal forms in two languages',
    'organization',
    'OOO Oboronnye Initsiativy',
    'Oboronnye Initsiativy LLC',
    'same_name',
  ],
  ['another script', 'person', 'Barack Obama', 'Барак Обама', 'similar_spelling'],
  ['missing middle names', 'person', 'Akhtar Mansour', 'AKHTAR MOHAMMAD MANSOUR SHAH MOHAMMED', 'extra_parts'],
  ['other spaces', 'person', 'PolPot', 'Pol Pot', 'joined'],
  [
    'abbreviations with dots',
    'organization',
    'U.S. Department of State',
    'United States Department of State',
    'same_name',
  ],
] as const)
  test(`${what}: two spellings of a name match, and a reason explains why`, (t) => {
    const { score, reasons } = compare(a, b, kind);
    t.true(score >= MATCH_SCORE, String(score));
    t.true(
      reasons.some((reason) => reason.code === code),
      JSON.stringify(reasons),
    );
  });

for (const [what, kind, a, b, code] of [
  ['other years', 'organization', 'Meridian Fund 2024', 'Meridian Fund 2025', 'different_number'],
  [
    'other last names',
    'person',
    'Watban Ibrahim Hassan al-Mosuli',
    'Watban Ibrahim Hassan al-Tikriti',
    'different_parts',
  ],
  ['other branches', 'organization', 'Banco Santander México S.A.', 'Banco Santander Chile S.A.', 'different_parts'],
  ['ships with one other letter in four', 'vessel', 'Snow', 'Snoe', 'different_parts'],
  ['another Chinese character', 'person', '习近朋', '习近平', 'different_parts'],
] as const)
  test(`${what}: the names do not match, and a reason explains why`, (t) => {
    const { score, reasons } = compare(a, b, kind);
    t.true(score < MATCH_SCORE, String(score));
    t.true(
      reasons.some((reason) => reason.code === code),
      JSON.stringify(reasons),
    );
  });

test('names without letters, empty names and very long ones are compared without an error', (t) => {
  for (const text of ['', '   ', '!!!', '626', 'a', '\u0000', 'Ł'.repeat(5_000), 'x '.repeat(2_000), '😀']) {
    for (const other of ['', 'Victory 3', text]) t.true(Number.isFinite(compare(text, other, 'person').score));
  }
  t.is(compare('626', '626', 'vessel').score, 1);
});
