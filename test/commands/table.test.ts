import test from 'ava';
import { itemTable, tableOf, UnknownColumn } from '../../src/commands/table.js';

const linesOf = (text: string) => text.split('\n').slice(0, -1);

test('columns are as wide as their longest cell, with two spaces between them and none at the end', (t) => {
  t.is(
    tableOf(
      ['a', 'bcd'],
      [
        ['1234', 'x'],
        ['', 'yz'],
      ],
    ),
    'a     bcd\n1234  x\n      yz\n',
  );
  t.is(tableOf(['a'], [['one\ntwo\u0007\u009bthree']]), 'a\none two three\n');
});

test('nested members are columns with dotted names, and lists of plain values are joined', (t) => {
  const items = [
    { id: 1, at: { lat: 2, lon: null }, tags: ['x', 'y'] },
    { id: 2, tags: [{ a: 1 }], note: true },
  ];
  t.deepEqual(linesOf(itemTable(items).text), [
    'id  at.lat  at.lon  tags       note',
    '1   2               x;y',
    '2                   [{"a":1}]  true',
  ]);
  t.deepEqual(linesOf(itemTable(['a', 2]).text), ['value', 'a', '2']);
});

test('chosen columns are shown in their order, an object with all of its members', (t) => {
  const items = [{ id: 1, at: { lat: 2, lon: 3 } }];
  t.deepEqual(linesOf(itemTable(items, { chosen: ['at', 'id'], width: 5 }).text), [
    'at.lat  at.lon  id',
    '2       3       1',
  ]);
  const error = t.throws(() => itemTable(items, { chosen: ['id', 'a'] }), { instanceOf: UnknownColumn });
  t.deepEqual([error?.column, error?.columns], ['a', ['id', 'at.lat', 'at.lon']]);
});

test('on a terminal, times have no milliseconds, and empty columns are not shown', (t) => {
  const items = [{ at: '2026-11-20T10:00:00.123Z', empty: null, text: '' }];
  const { text, hidden } = itemTable(items, { width: 80 });
  t.deepEqual([linesOf(text), hidden], [['at', '2026-11-20T10:00:00Z'], []]);
  t.deepEqual(linesOf(itemTable(items).text), ['at                        empty  text', '2026-11-20T10:00:00.123Z']);
});

test('columns that do not fit are hidden, and one more character of width shows them', (t) => {
  const items = [{ a: 'x'.repeat(10), b: 'y'.repeat(10), c: 'z' }];
  const shown = (width: number) => linesOf(itemTable(items, { width }).text)[0]?.split(/ +/).join('');
  t.deepEqual([22, 21, 25, 24].map(shown), ['ab', 'ac', 'abc', 'ab']);
  t.deepEqual([itemTable(items, { width: 24 }).hidden, itemTable(items, { width: 5 }).hidden], [['c'], ['b', 'c']]);
});

test('a long text of words is shortened to make room for other columns, and gets the width that is left', (t) => {
  const words = 'one two three four five six seven eight nine ten eleven twelve thirteen fourteen';
  const items = [{ text: words, id: 'i'.repeat(8) }];
  const cell = (width: number) => linesOf(itemTable(items, { width }).text)[1] as string;
  t.is(cell(34), `${words.slice(0, 23)}…  iiiiiiii`);
  t.is(cell(40), `${words.slice(0, 29)}…  iiiiiiii`);
  t.is(cell(200), `${words.slice(0, 59)}…  iiiiiiii`);
  t.is(linesOf(itemTable([{ text: words }], {}).text)[1], words);
});

test('of the preferred columns, the first eight with values are shown', (t) => {
  const item = Object.fromEntries('abcdefghij'.split('').map((name) => [name, name === 'b' ? '' : name]));
  const { text, hidden } = itemTable([item], { preferred: [...'jihgfedcba'] });
  t.is(linesOf(text)[0], 'j  i  h  g  f  e  d  c');
  t.deepEqual(hidden, ['a']);
});

for (const width of [1, 7, 20, 45, 79, 120, 300])
  test(`a table for ${width} characters is no wider, unless its first column is`, (t) => {
    const items = Array.from({ length: 5 }, (_, at) => ({
      id: `${at}`.repeat(6),
      name: 'word '.repeat(at * 6).trim(),
      code: 'x'.repeat(at * 20),
      time: '2026-11-20T10:00:00.000Z',
    }));
    const { text, hidden } = itemTable(items, { width });
    for (const line of linesOf(text)) t.true(line.length <= Math.max(width, 6), line);
    t.true(width < 300 || hidden.length === 0);
  });
