import test from 'ava';
import { allocationChart } from '../../../src/features/clients/report/allocation-chart.js';

const shares = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `S${index}`, weight: 1 / count }));
const rowsOf = (svg: string) => svg.match(/<rect /g)?.length ?? 0;

test('each of up to ten weights has a bar; beyond that, the smallest are joined in the tenth', (t) => {
  t.is(rowsOf(allocationChart(shares(10), 600)), 10);
  t.false(allocationChart(shares(10), 600).includes('Other'));
  const eleven = allocationChart(shares(11), 600);
  t.is(rowsOf(eleven), 10);
  t.regex(eleven, />Other \(2\)</);
  t.regex(eleven, /Other \(2\) 18\.18%/);
  t.regex(eleven, />S8</);
  t.notRegex(eleven, />S9</);
});

test('bars are as long as their weights, relative to the largest one, and fill the width', (t) => {
  const svg = allocationChart(
    [
      { name: 'A', weight: 0.5 },
      { name: 'B', weight: -0.25 },
      { name: 'C', weight: 0 },
    ],
    500,
  );
  t.deepEqual(
    [...svg.matchAll(/<rect x="230" y="\d+" width="([\d.]+)"/g)].map(([, width]) => Number(width)),
    [200, 100, 1],
  );
});

test('a name of 34 characters is shown whole, and a longer one is cut', (t) => {
  const svg = (length: number) => allocationChart([{ name: 'x'.repeat(length), weight: 1 }], 600);
  t.regex(svg(34), />x{34}</);
  t.regex(svg(35), />x{33}…</);
});
