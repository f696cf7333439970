import test from 'ava';
import { hasLongList, TURN_CHARACTERS, writeInChunks } from '../../src/http/chunked-json.js';

const ITEM = 'x'.repeat(1_000);

/**
 * Returns a body with two lists of `items`, and the largest number of characters that were written in one turn of the
 * event loop. `turn` begins a new turn.
 */
function counted(items: number) {
  let [written, most] = [0, 0];
  const toJSON = () => {
    written += ITEM.length;
    most = Math.max(most, written);
    return ITEM;
  };
  const list = () => Array.from({ length: items }, () => ({ toJSON }));
  return { body: { first: list(), second: list() }, most: () => most, turn: () => (written = 0) };
}

test('at most one chunk of a long response is written per iteration of the event loop', async (t) => {
  const { body, most, turn } = counted(2_000);
  let done = false;
  const watch = () => {
    turn();
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  const bytes = await writeInChunks(body);
  done = true;
  t.true(most() <= TURN_CHARACTERS + ITEM.length, `${most()} characters`);
  t.is(bytes.toString(), JSON.stringify(body));
});

test('a response written in chunks equals the JSON of the whole', async (t) => {
  const bodies = [
    {},
    { items: [] },
    {
      none: undefined,
      items: [undefined, null, () => 1, 'é"\n', { a: [1, 2], gone: undefined }],
      nextCursor: null,
      at: new Date(0),
    },
    { gone: () => 1, 'a"b': 1 },
  ];
  for (const body of bodies) t.is((await writeInChunks(body)).toString(), JSON.stringify(body));
});

test('a response is written in chunks only if one of its own lists is long', (t) => {
  t.true(hasLongList({ nextCursor: null, items: Array(20).fill(1) }));
  t.false(hasLongList({ items: [1, 2] }));
  t.false(hasLongList({ items: Array(20).fill(1), toJSON: () => 1 }));
});
