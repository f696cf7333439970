import test from 'ava';
import { findInstruments } from '../../src/features/markets/directory/find-instruments.js';
import { MATCH_SCORE, matchNames } from '../../src/features/osint/names/match-names.js';
import { NameIndex } from '../../src/features/osint/names/name-index.js';
import { readName } from '../../src/features/osint/names/name-parts.js';
import type { NameKind } from '../../src/features/osint/names/name-words.js';
import { findPlaces } from '../../src/gazetteer/find-places.js';
import {
  f1Of,
  halves,
  laterHalves,
  precisionOf,
  recallOf,
  scoreCompanies,
  scoreNames,
  scorePlaces,
  scoreReports,
  scoreStories,
} from '../support/labelled-texts.js';

for (const half of halves)
  test(`places of sentences (${half}): precision at least 0.96 and recall at least 0.9`, (t) => {
    const score = scorePlaces(half);
    t.true(precisionOf(score) >= 0.96, `precision ${precisionOf(score)}`);
    t.true(recallOf(score) >= 0.9, `recall ${recallOf(score)}`);
  });

for (const half of halves)
  test(`companies in headlines (${half}): precision at least 0.95 and recall at least 0.9`, (t) => {
    const score = scoreCompanies(half);
    t.true(precisionOf(score) >= 0.95, `precision ${precisionOf(score)}`);
    t.true(recallOf(score) >= 0.9, `recall ${recallOf(score)}`);
  });

for (const half of halves)
  test(`reports of one story in different words (${half}): precision at least 0.97; recall at least 0.6 with their text, 0.3 with headlines only`, (t) => {
    const [read, headlines] = [scoreReports(half, true), scoreReports(half, false)];
    t.true(precisionOf(read) >= 0.97, `precision ${precisionOf(read)}: ${read.wrong.join('; ')}`);
    t.true(recallOf(read) >= 0.6, `recall ${recallOf(read)}`);
    t.true(precisionOf(headlines) >= 0.97, `precision ${precisionOf(headlines)}: ${headlines.wrong.join('; ')}`);
    t.true(recallOf(headlines) >= 0.3, `recall ${recallOf(headlines)}`);
    t.true(recallOf(scoreStories(half)) >= 0.45, `recall of pairs ${recallOf(scoreStories(half))}`);
  });

test('names of people that contain a place or a company do not mean it', (t) => {
  const named = (text: string) =>
    [...findPlaces(text).places, ...findInstruments(text)].map((one) => text.slice(one.start, one.end));
  t.deepEqual(named('Sofia Jackson opened a gallery.'), []);
  t.deepEqual(named('Lewis Houston resigned on Monday.'), []);
  t.deepEqual(named('A biography of Nikola Tesla is out.'), []);
  t.deepEqual(findInstruments('Berkshire villages prepare for the fair'), []);
  t.is(findInstruments('Berkshire shares fall after earnings')[0]?.symbol, 'BRK-B.US');
});

for (const half of halves)
  test(`names on lists (${half}): F1 at least 0.88`, (t) => {
    const score = scoreNames(half);
    t.true(f1Of(score) >= 0.88, `F1 ${f1Of(score)}`);
  });

test('Korean names that differ in a syllable, and company names that differ in a letter, do not match', (t) => {
  const similarity = (a: string, b: string, kind: NameKind) =>
    matchNames(readName(a, kind), readName(b, kind), kind).score;
  t.true(similarity('Ri Pyong Chol', 'Ri Pyong Chul', 'person') < MATCH_SCORE);
  t.true(similarity('KIM, Yo-jong', 'Kim Yo Jong', 'person') >= MATCH_SCORE);
  t.true(similarity('Delcor Inc.', 'Delcon Inc.', 'organization') < MATCH_SCORE);
  t.true(similarity('Bank Melli', 'Bank Melli Iran', 'organization') >= MATCH_SCORE);
  t.true(similarity('Bank of Georgia', 'Bank of Jordan', 'organization') < MATCH_SCORE);
  t.true(similarity('Forty Two Ventures', '42 Ventures', 'organization') >= MATCH_SCORE);
  t.true(similarity('Forty Two Ventures', '43 Ventures', 'organization') < MATCH_SCORE);
});

test('company names that differ by an added vowel do not match, but a vessel name with a missing vowel does', (t) => {
  const similarity = (a: string, b: string, kind: NameKind) =>
    matchNames(readName(a, kind), readName(b, kind), kind).score;
  t.true(similarity('Estern Falcon', 'Eastern Falcon', 'vessel') >= MATCH_SCORE);
  t.true(similarity('Altona AG', 'Altonia AG', 'organization') < MATCH_SCORE);
});

test('a vessel name with the key beside the right one matches, but a name with another word does not', (t) => {
  const similarity = (a: string, b: string) => matchNames(readName(a, 'vessel'), readName(b, 'vessel'), 'vessel').score;
  t.true(similarity('OCEAN STAR', 'OCEAM STAR') >= MATCH_SCORE);
  t.true(similarity('GULF PRIDE', 'GULF BRIDE') < MATCH_SCORE);
});

test('Chinese names with another syllable do not match, and other transliterations of a name do', (t) => {
  const similarity = (a: string, b: string) => matchNames(readName(a, 'person'), readName(b, 'person'), 'person').score;
  t.true(similarity('Jie Huang', 'Jie Hang') < MATCH_SCORE);
  t.true(similarity('Fedor Pshenitsyn', 'Fedor Pschenizyn') >= MATCH_SCORE);
  t.true(similarity('Berta Lindt', 'Herta Lindz') < MATCH_SCORE);
});

test('an abbreviation of two letters needs the country of the full name', (t) => {
  const similarity = (a: string, b: string) =>
    matchNames(readName(a, 'organization'), readName(b, 'organization'), 'organization').score;
  t.true(similarity('UN Russia', 'United Nations Russia') >= MATCH_SCORE);
  t.true(similarity('UN Russia', 'United Nations Peru') < MATCH_SCORE);
  t.true(similarity('UN', 'United Nations') < MATCH_SCORE);
});

test('the index finds abbreviations, and spellings of names in a script without vowels', async (t) => {
  const listed = [
    { text: 'National Iranian Oil Company', kind: 'organization' as const, owner: 0 },
    { text: 'IRISL', kind: 'organization' as const, owner: 1 },
    { text: 'Richard Nixon', kind: 'person' as const, owner: 2 },
  ];
  const index = await NameIndex.of(listed);
  const owners = (text: string, kind: NameKind) => index.find(text, { kinds: [kind] }).map(({ owner }) => owner);
  t.deepEqual(owners('NIOC Iran', 'organization'), [0]);
  t.deepEqual(owners('Islamic Republic of Iran Shipping Lines', 'organization'), [1]);
  t.deepEqual(owners('ريتشارد نيكسون', 'person'), [2]);
});

for (const half of laterHalves)
  test(`places, companies and names that were written later (${half}) are understood`, (t) => {
    t.true(f1Of(scorePlaces(half)) >= 0.9);
    t.true(f1Of(scoreCompanies(half)) >= 0.93);
    t.true(f1Of(scoreNames(half)) >= 0.9);
    t.true(recallOf(scoreStories(half)) >= 0.75);
  });
