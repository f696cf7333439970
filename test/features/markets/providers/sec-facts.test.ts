import test from 'ava';
import type { CompanyFacts } from '../../../../src/features/markets/company-facts.js';
import { secFacts } from '../../../../src/features/markets/providers/sec-facts.js';

const row = {
  start: '2024-01-01',
  end: '2024-12-31',
  val: 100,
  accn: '0000000001-25-000001',
  fy: 2024,
  form: '10-K',
  filed: '2025-02-01',
};
const read = (rows: unknown, name = 'Revenues', unit = 'USD') =>
  secFacts({ facts: { 'us-gaap': { [name]: { units: { [unit]: rows } } } } }) as CompanyFacts;

test('a filing that repeats a figure, also rounded, adds no version', (t) => {
  const later = { ...row, accn: '0000000001-26-000001', filed: '2026-02-01' };
  t.is(read([row, later]).facts[0]?.versions.length, 1);
  const exact = { ...row, val: 1_234_567_000 };
  t.is(read([exact, { ...later, val: 1_235_000_000 }]).facts[0]?.versions.length, 1);
  t.is(read([exact, { ...later, val: 1_236_000_000 }]).facts[0]?.versions.length, 2);
});

test('versions are in the order of their filings, however they are sent', (t) => {
  const later = { ...row, val: 90, accn: '0000000001-26-000001', filed: '2026-02-01' };
  t.deepEqual(
    read([later, row]).facts[0]?.versions.map(({ value }) => value),
    [100, 90],
  );
});

test('two values of one period in one filing are both left out', (t) => {
  const { facts, warnings } = read([row, { ...row, val: 101 }]);
  t.deepEqual(facts, []);
  t.deepEqual(warnings, ['Left out: 1 figures that one filing states with two values.']);
});

test('a negative figure of an item that is never negative is left out', (t) => {
  const instant = { ...row, start: undefined, val: -1 };
  const { facts, warnings } = read([instant], 'Assets');
  t.deepEqual(facts, []);
  t.deepEqual(warnings, ['Left out: 1 negative figures of items that are never negative.']);
  t.is(read([{ ...row, val: -1 }], 'NetIncomeLoss').facts[0]?.versions[0]?.value, -1);
});

for (const [name, change] of Object.entries({
  'an amount that is no number': { val: '100' },
  'an amount beyond 1e17': { val: 1.1e17 },
  'an infinite amount': { val: Number.POSITIVE_INFINITY },
  'an end that is no day': { end: '2024-13-45' },
  'a period that ends before it starts': { start: '2025-01-01' },
  'a filing before the end of its period': { filed: '2024-12-30' },
  'no accession number': { accn: 'x' },
  'no form': { form: '' },
  'no start of a flow': { start: undefined },
}))
  test(`a figure with ${name} is left out and counted`, (t) => {
    const { facts, warnings } = read([{ ...row, ...change }]);
    t.deepEqual(facts, []);
    t.deepEqual(warnings, ['Left out: 1 malformed figures.']);
  });

test('a figure in a unit that does not fit its item is left out and counted by unit', (t) => {
  const { facts, warnings, currency } = read([row], 'Revenues', 'shares');
  t.deepEqual([facts, currency], [[], null]);
  t.deepEqual(warnings, ['Left out: figures in units that do not fit their items (1 in shares).']);
});

test('null rows, other taxonomies and a body in another form bring nothing', (t) => {
  t.deepEqual(read([null]).facts, []);
  t.deepEqual(read('x').facts, []);
  t.is(secFacts(undefined), undefined);
  t.is(secFacts([]), undefined);
  t.is(secFacts({ facts: [] }), undefined);
  t.deepEqual(secFacts({ facts: { invest: {} } }), { facts: [], currency: null, warnings: [] });
});
