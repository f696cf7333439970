import test from 'ava';
import { draw } from './draw.js';
import { findPlaces, mutate, type Place } from './places.js';

/** Returns the places of a module whose line n is line n of the source. */
const placesOf = (...lines: string[]): Place[] => {
  const code = lines.join('\n');
  const mappings = lines.map((_, index) => (index === 0 ? 'AAAA' : 'AACA')).join(';');
  return findPlaces('src/x.ts', code, code, JSON.stringify({ version: 3, sources: ['x.ts'], names: [], mappings }));
};

const changed = (code: string): string[] => placesOf(code).map((place) => mutate(code, [place]));

for (const [code, expected] of [
  ['f(a < b)', ['f(a <= b)']],
  ['f(a >= b)', ['f(a > b)']],
  ['f(a /* < */ < b)', ['f(a /* < */ <= b)']],
  ['f(a !== b)', ['f(a === b)']],
  ['f(a + b * c)', ['f(a - b * c)', 'f(a + b / c)']],
  ['f(a && b || c)', ['f(a || b || c)', 'f(a && b && c)']],
  ['if (a) f()', ['if (!(a)) f()']],
  ['f(a ? b : c)', ['f(!(a) ? b : c)']],
  ['const MAX = 5', ['const MAX = 4']],
  ['const PROGRESS_MS = 500', ['const PROGRESS_MS = 450']],
  ['const WAIT_SECONDS = 2', ['const WAIT_SECONDS = 3']],
  ['const MAX_DAYS = 30 * DAY', ['const MAX_DAYS = 31 * DAY', 'const MAX_DAYS = 30 / DAY']],
  ['f(a.slice(0, 9))', ['f(a.slice(1, 9))', 'f(a.slice(0, 10))']],
  ['f(a > 1_000)', ['f(a >= 1_000)', 'f(a > 900)']],
  ['a.add(b);', ['void 0;']],
] as const) {
  test(`the places of ${code} are changed one at a time`, (t) => t.deepEqual(changed(code), expected));
}

for (const code of [
  "f('a' + b)",
  'const width = 5',
  'const SEQUENCER_LOCK = 7_221_002',
  '__decorate([Field(a < b)], C)',
  'this.log.info(a < b)',
  'timer.unref();',
  'f(a[5])',
  'a(b)',
]) {
  test(`${code} has no place`, (t) => t.deepEqual(changed(code), []));
}

test('changes of one module can be made together', (t) => {
  const code = 'if (a < b && c) f(a + 1)';
  t.is(mutate(code, placesOf(code)), 'if (!(a <= b || c)) f(a - 1)');
});

test('the id of a place depends on its line and not on those before', (t) => {
  const [one] = placesOf('f(a < b)');
  const [other] = placesOf('const x = y', 'f(a < b)');
  t.deepEqual([one?.line, other?.line, other?.id], [1, 2, one?.id]);
  const [first, second] = placesOf('f(a < b)', 'f(a < b)');
  t.not(first?.id, second?.id);
});

const place = (source: string, number: number): Place => ({
  id: `${number}`,
  source,
  line: 1,
  code: '',
  kind: 'logic',
  change: '',
  edits: [],
});
const places = ['src/a', 'src/b', 'src/features/c', 'src/features/d'].flatMap((folder, index) =>
  Array.from({ length: 60 }, (_, count) => place(`${folder}/${count % 30}.ts`, 100 * index + count)),
);

const limits = { count: 20, perFolder: 6 };

test('a seed draws the same places, one of a file and at most the given number of a folder', (t) => {
  const drawn = draw(places, 7, limits);
  t.is(drawn.length, 20);
  t.is(new Set(drawn.map(({ source }) => source)).size, 20);
  t.true(
    ['src/a', 'src/features/c'].every((folder) => drawn.filter(({ source }) => source.startsWith(folder)).length <= 6),
  );
  t.deepEqual(draw(places.toReversed(), 7, limits), drawn);
  t.notDeepEqual(draw(places, 8, limits), drawn);
});

test('more than one place of a file is drawn on request', (t) => {
  const most = (perFile: number) => {
    const drawn = draw(places, 7, { count: 60, perFolder: 15, perFile });
    return Math.max(...[...Map.groupBy(drawn, ({ source }) => source).values()].map(({ length }) => length));
  };
  t.deepEqual([most(1), most(2)], [1, 2]);
});
