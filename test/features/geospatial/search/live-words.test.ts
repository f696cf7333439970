import test from 'ava';
import { LiveWords } from '../../../../src/features/geospatial/search/live-words.js';
import { WordTable } from '../../../../src/features/geospatial/search/word-table.js';
import type { TextClause } from '../../../../src/search/search-query.js';
import { liveState } from '../../../support/live-state.js';
import { randomNumbers } from '../../../support/random-numbers.js';

const term = (text: string, more: Partial<TextClause> = {}): TextClause => ({
  kind: 'text',
  text,
  isPrefix: false,
  isQuoted: false,
  ...more,
});

/**
 * Creates a live state with an index of its vessel names. `find` returns the MMSIs of the vessels that match a text.
 */
function indexed() {
  const { picture, vessel, words, clock } = liveState();
  const { vessels: layer, vesselColumns: columns } = picture;
  const index = new LiveWords({
    texts: [columns.at.name, columns.at.callsign],
    keyAt: (slot) => layer.keyAt(slot),
    changes: () => columns.textChanges,
  });
  const find = async (clause: TextClause, tolerance: 'exact' | 'similar' = 'exact') => {
    await index.follow();
    return [...index.withText(clause, tolerance)].map((slot) => layer.keyAt(slot)).sort();
  };
  return { picture, vessel, words, clock, index, find };
}

test('a vessel is found only by its present name', async (t) => {
  const { vessel, clock, find } = indexed();
  vessel({ key: 244660001, name: 'EVER GIVEN' });
  t.deepEqual(await find(term('given')), [244660001]);
  clock.advance(1_000);
  vessel({ key: 244660001, name: 'EVER GREEN' });
  t.deepEqual(await find(term('given')), []);
  t.deepEqual(await find(term('green')), [244660001]);
  t.deepEqual(await find(term('ever')), [244660001]);
});

test('a name that arrives without a position is indexed, and an expired vessel is not found', async (t) => {
  const { picture, vessel, words, clock, index, find } = indexed();
  vessel({ key: 244660001 });
  words({ key: 244660001, name: 'ROTTERDAM', callsign: 'PBXX' });
  t.deepEqual(await find(term('pbxx')), [244660001]);
  clock.advance(86_400_000);
  picture.expire();
  t.deepEqual(await find(term('rotterdam')), []);
  t.is(index.size, 0);
});

test('beginnings, phrases and similar words are found', async (t) => {
  const { vessel, find } = indexed();
  vessel({ key: 244660001, name: 'ROTTERDAM EXPRESS' });
  vessel({ key: 244660002, name: 'EXPRESS ROTTERDAM' });
  t.deepEqual(await find(term('rott', { isPrefix: true })), [244660001, 244660002]);
  t.deepEqual(await find(term('rott')), []);
  t.deepEqual(await find(term('rotterdam express', { isQuoted: true })), [244660001]);
  t.deepEqual(await find(term('roterdam'), 'similar'), [244660001, 244660002]);
  t.deepEqual(await find(term('roterdam', { isQuoted: true }), 'similar'), []);
});

test('the word index finds the same as a scan, while words are added and removed', (t) => {
  const random = randomNumbers(7);
  const table = new WordTable();
  const naive = new Map<number, string>();
  const word = () =>
    Array.from({ length: 3 + Math.floor(random() * 4) }, () => 'abc'[Math.floor(random() * 3)]).join('');
  for (let round = 0; round < 20_000; round += 1) {
    const slot = Math.floor(random() * 4_000);
    const before = naive.get(slot);
    if (before !== undefined) table.remove(before, slot);
    const next = word();
    table.add(next, slot);
    naive.set(slot, next);
  }
  for (const beginning of ['a', 'ab', 'cab', 'bbbb', 'x']) {
    const found = new Set<number>();
    table.collectBeginning(beginning, found);
    const expected = [...naive].filter(([, text]) => text.startsWith(beginning)).map(([slot]) => slot);
    t.deepEqual([...found].sort(), expected.sort(), beginning);
  }
});
