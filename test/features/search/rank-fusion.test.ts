import test from 'ava';
import { fuse } from '../../../src/features/search/rank-fusion.js';
import type { AnsweredSource } from '../../../src/features/search/source-answers.service.js';
import type { SearchCandidate } from '../../../src/search/search-source.js';

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const terms = [{ kind: 'text', text: 'suez canal', isPrefix: false, isQuoted: false }] as const;

const candidate = (id: string, changes: Partial<SearchCandidate> = {}): SearchCandidate =>
  ({ id, title: `Other ${id}`, ...changes }) as SearchCandidate;

/** Returns the answer of a source with these candidates. */
const answerOf = (
  type: string,
  candidates: SearchCandidate[],
  { isRecord = false, ranksLast = false, ...changes }: Record<string, unknown> = {},
): AnsweredSource =>
  ({
    source: { type, isRecord, ranksLast },
    answer: { candidates },
    tolerance: 'exact',
    ...changes,
  }) as unknown as AnsweredSource;

const scoresOf = (answered: AnsweredSource[], limit = 10) =>
  fuse(answered, terms, NOW, limit).map(({ id, score }) => [id, Number(score.toFixed(4))]);

test('the score is 61 / (61 + place) times the boost of the title, the time and the severity', (t) => {
  t.deepEqual(scoresOf([answerOf('pin', [candidate('a'), candidate('b')])]), [
    ['a', 1],
    ['b', 0.9839],
  ]);
  for (const [changes, score] of [
    [{ title: 'Suez Canal' }, 1.5],
    [{ title: 'Canal Suez' }, 1],
    [{ title: 'Queue at the Suez Canal' }, 1.2],
    [{ title: 'Suez' }, 1],
    [{ closeness: 0.7 }, 0.7],
    [{ time: new Date(NOW) }, 1.25],
    [{ time: new Date(NOW + DAY_MS) }, 1.25],
    [{ time: new Date(NOW - 7 * DAY_MS) }, 1.125],
    [{ severity: 1 }, 1],
    [{ severity: 5 }, 1.2],
  ] as const)
    t.deepEqual(scoresOf([answerOf('pin', [candidate('a', changes)])]), [['a', score]], JSON.stringify(changes));
});

test('a result that matches a filter read from the words precedes others, and so does one with the same name', (t) => {
  const named = candidate('named', { title: 'Suez Canal' });
  t.deepEqual(
    scoresOf([answerOf('pin', [named, candidate('x')]), answerOf('port', [candidate('m')], { isMeant: true })]),
    [
      ['named', 11.5],
      ['m', 11],
      ['x', 0.9839],
    ],
  );
  t.deepEqual(scoresOf([answerOf('pin', [named])]), [['named', 1.5]]);
});

test('similar matches count half, and not a second time', (t) => {
  const similar = answerOf('pin', [candidate('a'), candidate('b')], { tolerance: 'similar' });
  t.deepEqual(scoresOf([answerOf('pin', [candidate('a')]), similar]), [
    ['a', 1],
    ['b', 0.4919],
  ]);
  const meant = answerOf('port', [candidate('m')], { isMeant: true });
  const close = answerOf('pin', [candidate('s', { title: 'Suez Canal' })], { tolerance: 'similar' });
  t.deepEqual(scoresOf([meant, close]), [
    ['m', 11],
    ['s', 0.75],
  ]);
});

test('identified results come first, and sources that rank last come last', (t) => {
  const answered = [
    answerOf('event', [candidate('late', { title: 'Suez Canal' })], { ranksLast: true }),
    answerOf('pin', [candidate('a', { title: 'Suez Canal' })]),
    answerOf('vessel', [candidate('x'), candidate('known', { isIdentified: true })]),
  ];
  t.deepEqual(
    fuse(answered, terms, NOW, 10).map(({ id }) => id),
    ['known', 'a', 'x', 'late'],
  );
  t.is(fuse(answered, terms, NOW, 2).length, 2);
});

test('an event record is left out if the thing that it records is a result', (t) => {
  const time = new Date(NOW - DAY_MS);
  const same = { title: 'Suez Canal blocked', time };
  const record = answerOf('event', [candidate('r', same), candidate('other', { title: 'Else', time })], {
    isRecord: true,
  });
  const ids = (answered: AnsweredSource[]) => fuse(answered, terms, NOW, 10).map(({ id }) => id);
  t.deepEqual(ids([record, answerOf('note', [candidate('n', same)])]), ['n', 'other']);
  t.deepEqual(ids([record, answerOf('note', [candidate('n', { ...same, time: new Date(NOW) })])]), ['n', 'r', 'other']);
  t.deepEqual(ids([record]), ['r', 'other']);
});

test('equal scores are ordered by time, the latest first, then by type and id', (t) => {
  const old = (ms: number) => ({ time: new Date(ms), closeness: 1 });
  const answered = [
    answerOf('b', [candidate('2', { closeness: 1 })]),
    answerOf('a', [candidate('3', { closeness: 1 })]),
    answerOf('b', [candidate('1', { closeness: 1 })]),
    answerOf('d', [candidate('5', old(1_000))]),
    answerOf('c', [candidate('0', old(2_000))]),
  ];
  t.deepEqual(
    fuse(answered, terms, NOW, 10).map(({ id }) => id),
    ['0', '5', '3', '1', '2'],
  );
});
