import test from 'ava';
import { textWidth } from '../../../../../src/charts/draw.js';
import { type LabelRequest, meet, placeLabels } from '../../../../../src/features/geospatial/map/render/labels.js';
import { MapColors } from '../../../../../src/features/geospatial/map/render/theme.js';
import { randomNumbers } from '../../../../support/random-numbers.js';

const colors = new MapColors('light');
const frame = { x: 10, y: 40, width: 400, height: 300 };
const SIZE = 10.5;

/** Places names, and returns the areas that they cover and their anchors. */
function placed(requests: ReadonlyArray<Partial<LabelRequest> & { x: number; y: number }>) {
  const full = requests.map((one, index) => ({ text: `Name ${index}`, reach: 4, weight: 1, ...one }));
  const { svg, towns, taken } = placeLabels(colors, full, frame, []);
  const marks = full.filter(({ mark }) => mark === undefined).length;
  const anchors = [...`${svg}${towns}`.matchAll(/<text[^>]*?(?:text-anchor="(\w+)")?[^>]*>/g)].map(
    ([, anchor = 'start']) => anchor,
  );
  return { areas: taken.slice(marks), marks: taken.slice(0, marks), anchors, svg, towns };
}

test('no name leaves the frame, covers another name or covers a mark, wherever the marks are', (t) => {
  const random = randomNumbers(9);
  for (let count = 0; count < 40; count += 1) {
    const requests = Array.from({ length: 25 }, () => ({
      x: frame.x + frame.width * random(),
      y: frame.y + frame.height * random(),
      isAbove: random() < 0.3,
      hasLeader: random() < 0.3,
    }));
    const { areas, marks } = placed(requests);
    t.true(areas.length > 2);
    for (const [index, area] of areas.entries()) {
      t.true(area.left >= frame.x + 4 && area.right <= frame.x + frame.width - 4, JSON.stringify(area));
      t.true(area.top >= frame.y + 16 && area.bottom <= frame.y + frame.height - 4, JSON.stringify(area));
      t.false(
        [...areas.slice(index + 1), ...marks].some((other) => meet(area, other)),
        JSON.stringify(area),
      );
    }
  }
});

test('a name is beside its mark on the right, else on the left, above or below', (t) => {
  const width = textWidth('Name 0', SIZE);
  const place = (x: number, y: number, changes: Partial<LabelRequest> = {}) => {
    const [area] = placed([{ x, y, ...changes }]).areas;
    if (area === undefined) return 'nowhere';
    if (area.left > x) return 'right';
    if (area.right < x) return 'left';
    return area.bottom < y ? 'above' : 'below';
  };
  t.is(place(200, 200), 'right');
  t.is(place(406 - 7 - width, 200), 'right');
  t.is(place(406 - 6.9 - width, 200), 'left');
  t.is(place(14 + 7 + width, 200), 'right');
  t.is(place(200, 200, { isAbove: true }), 'above');
  t.is(place(200, 56 + 8 + SIZE - 0.1, { isAbove: true }), 'below');
  t.is(place(200, 56 + 8 + SIZE, { isAbove: true }), 'above');
  t.is(place(14 + width / 2 - 0.1, 200, { isAbove: true }), 'nowhere');
  t.is(place(14 + width / 2, 200, { isAbove: true }), 'above');
});

test('a second name at the same place moves aside, and a name without any place is left out with its own mark', (t) => {
  const same = (count: number) => Array.from({ length: count }, () => ({ x: 200, y: 200 }));
  t.is(placed(same(1)).areas.length, 1);
  t.is(placed(same(2)).areas.length, 2);
  const towns = placed([
    { x: 200, y: 200 },
    { x: 203, y: 201, mark: '<circle id="town"/>' },
  ]);
  t.notRegex(towns.towns, /town/);
  t.regex(placed([{ x: 300, y: 100, mark: '<circle id="town"/>' }]).towns, /<circle id="town"\/>.*Name 0/s);
});

test('areas meet if they overlap, and not if they only touch', (t) => {
  const area = { left: 0, right: 10, top: 0, bottom: 10 };
  for (const [left, top, isMet] of [
    [9.9, 0, true],
    [10, 0, false],
    [-9.9, 0, true],
    [-10, 0, false],
    [0, 9.9, true],
    [0, 10, false],
    [0, -9.9, true],
    [0, -10, false],
  ] as const)
    t.is(meet(area, { left, right: left + 10, top, bottom: top + 10 }), isMet, `${left},${top}`);
});
