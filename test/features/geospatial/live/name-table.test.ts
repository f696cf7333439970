import test from 'ava';
import { NameTable } from '../../../../src/features/geospatial/live/name-table.js';

test('names have codes up to the limit, and any more share the code of `other`', (t) => {
  const table = new NameTable(3);
  const codes = ['a', 'b', 'a', 'c', 'd', 'e', 'c'].map((name) => table.codeOf(name));
  t.deepEqual(codes, [1, 2, 1, 3, 0, 0, 3]);
  t.deepEqual(
    [0, 1, 2, 3].map((code) => table.nameOf(code)),
    ['other', 'a', 'b', 'c'],
  );
});
