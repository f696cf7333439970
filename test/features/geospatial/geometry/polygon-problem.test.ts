import test from 'ava';
import { polygonProblem } from '../../../../src/features/geospatial/geometry/polygon-problem.js';
import type { Corner } from '../../../../src/features/geospatial/geometry/ring.js';
import fc from '../../../support/properties.js';

const circle = (count: number): Corner[] =>
  Array.from({ length: count }, (_, index) => [
    10 + Math.cos((2 * Math.PI * index) / count),
    50 + Math.sin((2 * Math.PI * index) / count),
  ]);

for (const [what, corners, detail] of [
  [
    'two corners',
    [
      [0, 0],
      [1, 1],
    ],
    /3 different corners/,
  ],
  [
    'one corner three times',
    [
      [5, 5],
      [5, 5],
      [5, 5],
    ],
    /3 different corners/,
  ],
  [
    'a line there and back',
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
    /cross or touch itself|enclose something/,
  ],
  [
    'a bow tie',
    [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ],
    /cross or touch itself/,
  ],
  [
    'two parts that meet in one corner',
    [
      [0, 0],
      [1, 1],
      [2, 0],
      [2, 2],
      [1, 1],
      [0, 2],
    ],
    /cross or touch itself/,
  ],
  [
    'a corner on another edge',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ],
    /cross or touch itself/,
  ],
  [
    'a spike',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [8, 8],
      [4, 4],
      [0, 4],
    ],
    /cross or touch itself/,
  ],
  ['more than a thousand corners', circle(1_001), /at most 1000/],
  [
    'a bow tie across the antimeridian',
    [
      [179, 0],
      [-179, 2],
      [-179, 0],
      [179, 2],
    ],
    /cross or touch itself/,
  ],
] as Array<[string, Corner[], RegExp]>) {
  test(`${what} is an invalid polygon`, (t) => t.regex(polygonProblem(corners)?.detail ?? '', detail));
}

for (const [what, place, corners] of [
  [
    'edges that cross',
    '5.0000, 5.0000',
    [
      [0, 0],
      [10, 10],
      [10, 0],
      [0, 10],
    ],
  ],
  [
    'edges that cross beyond the antimeridian',
    '4.0000, -174.0000',
    [
      [170, 0],
      [-170, 5],
      [-170, 0],
      [170, 20],
    ],
  ],
  [
    'a corner on another edge',
    '0.0000, 2.0000',
    [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ],
  ],
] as Array<[string, string, Corner[]]>) {
  test(`the error names where a polygon crosses itself: ${what}`, (t) => {
    t.is(
      polygonProblem(corners)?.detail,
      `must not cross or touch itself, as it does near ${place} (latitude, longitude)`,
    );
  });
}

test('a latitude beyond the poles and an invalid number are reported with their corner', (t) => {
  t.is(
    polygonProblem([
      [0, 0],
      [1, 91],
      [2, 0],
    ])?.corner,
    1,
  );
  t.is(
    polygonProblem([
      [0, 0],
      [1, 1],
      [Number.NaN, 0],
    ])?.corner,
    2,
  );
});

for (const [what, corners] of [
  ['a thousand corners', circle(1_000)],
  [
    'a closed ring',
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ],
  ],
  [
    'a ring across the antimeridian',
    [
      [179, 0],
      [-179, 0],
      [-179, 2],
      [179, 2],
    ],
  ],
  [
    'a ring around a pole',
    [
      [0, 60],
      [90, 65],
      [180, 60],
      [-90, 70],
    ],
  ],
  [
    'a corner given twice in a row',
    [
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ],
  ],
  [
    'corners along a straight edge',
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [2, 2],
      [0, 2],
    ],
  ],
] as Array<[string, Corner[]]>) {
  test(`${what} is a valid polygon`, (t) => t.is(polygonProblem(corners), undefined));
}

/** Returns whether two edges that are not adjacent cross, by solving for their intersection. */
function crosses(corners: readonly Corner[]): boolean {
  const count = corners.length;
  for (let a = 0; a < count; a += 1)
    for (let b = a + 2; b < count; b += 1) {
      if (a === 0 && b === count - 1) continue;
      const [p, q, r, s] = [corners[a], corners[(a + 1) % count], corners[b], corners[(b + 1) % count]] as [
        Corner,
        Corner,
        Corner,
        Corner,
      ];
      const determinant = (q[0] - p[0]) * (s[1] - r[1]) - (q[1] - p[1]) * (s[0] - r[0]);
      const along = ((r[0] - p[0]) * (s[1] - r[1]) - (r[1] - p[1]) * (s[0] - r[0])) / determinant;
      const other = ((r[0] - p[0]) * (q[1] - p[1]) - (r[1] - p[1]) * (q[0] - p[0])) / determinant;
      if (along >= 0 && along <= 1 && other >= 0 && other <= 1) return true;
    }
  return false;
}

test('a random ring is rejected exactly when two of its edges cross', (t) => {
  // fast-check prefers tiny numbers, whose products round to 0, so coordinates are multiples of 0.0001.
  const tenThousandths = (min: number, max: number) => fc.integer({ min, max }).map((value) => value / 1e4);
  const place = fc.tuple(tenThousandths(0, 500_000), tenThousandths(-400_000, 400_000));
  let [good, bad] = [0, 0];
  fc.assert(
    fc.property(fc.array(place, { minLength: 3, maxLength: 7 }), (corners) => {
      if (new Set(corners.flat()).size < corners.length * 2) return true;
      const isRefused = polygonProblem(corners) !== undefined;
      if (isRefused) bad += 1;
      else good += 1;
      return isRefused === crosses(corners);
    }),
    { numRuns: 2_000 },
  );
  t.true(good > 100 && bad > 100, `${good} ${bad}`);
});
