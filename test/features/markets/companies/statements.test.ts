import test from 'ava';
import { knownFacts, PublicationTimes } from '../../../../src/features/markets/companies/known-fact.js';
import { type Figure, statementsOf } from '../../../../src/features/markets/companies/statements.js';
import type { CompanyFacts } from '../../../../src/features/markets/company-facts.js';
import { secFacts } from '../../../../src/features/markets/providers/sec-facts.js';
import { recordedFacts } from '../../../support/company-source.js';

const listed = new PublicationTimes({ filings: [] });

/** Returns the statements that were known by the end of a day. */
function statements({ facts, currency }: CompanyFacts, period: 'annual' | 'quarter', day = '2026-11-20') {
  return statementsOf(knownFacts(facts, listed, Date.parse(`${day}T23:59:59Z`)), period, currency);
}

/** Returns a figure of the period that ends on a day. */
function figure(known: Awaited<ReturnType<typeof statements>>, end: string, item: string): Figure | undefined {
  return known.find((period) => period.end === end)?.figures.find((one) => one.item === item);
}

type Row = [start: string | null, end: string, val: number, filed: string, form?: string];

/** Makes facts of rows by concept, each in its own filing unless the filing is named after the form. */
function factsOf(concepts: Record<string, readonly Row[]>, unit = 'USD'): CompanyFacts {
  const gaap = Object.entries(concepts).map(([name, rows]) => [
    name,
    {
      units: {
        [unit]: rows.map(([start, end, val, filed, form = '10-K']) => ({
          ...(start !== null && { start }),
          end,
          val,
          filed,
          form: form.split(' ')[0],
          accn: `0000000001-${filed.slice(2, 4)}-${filed.slice(5).replace('-', '')}0${form.length}`,
          fy: Number(end.slice(0, 4)),
        })),
      },
    },
  ]);
  return secFacts({ facts: { 'us-gaap': Object.fromEntries(gaap) } }) as CompanyFacts;
}

test('cash flows of quarters are derived from the cumulative ones, and say so', async (t) => {
  const quarters = await statements(recordedFacts('tesla'), 'quarter');
  const values = ['2020-03-31', '2020-06-30', '2020-09-30', '2020-12-31'].map((end) => {
    const { value, derivation } = figure(quarters, end, 'operatingCashFlow') as Figure;
    return [value / 1e6, derivation?.formula ?? null];
  });
  t.deepEqual(values, [
    [-440, null],
    [964, '6M − 3M'],
    [2_400, '9M − 6M'],
    [3_019, 'FY − 9M'],
  ]);
  const fourth = figure(quarters, '2020-12-31', 'operatingCashFlow');
  t.deepEqual(
    fourth?.derivation?.inputs.map(({ value, start, end }) => [value / 1e6, start, end]),
    [
      [5_943, '2020-01-01', '2020-12-31'],
      [2_924, '2020-01-01', '2020-09-30'],
    ],
  );
  t.is(fourth?.filing.accession, '0001564590-21-004599');
});

test('a quarter that a filing states is not derived; earnings per share never are', async (t) => {
  const quarters = await statements(recordedFacts('tesla'), 'quarter');
  t.like(figure(quarters, '2020-12-31', 'revenue'), { value: 10_744_000_000, derivation: null });
  t.is(figure(quarters, '2021-12-31', 'revenue')?.derivation?.formula, 'FY − 9M');
  t.is(figure(quarters, '2021-12-31', 'revenue')?.value, 17_719_000_000);
  t.is(figure(quarters, '2021-12-31', 'earningsPerShareDiluted'), undefined);
  t.true(quarters.find(({ end }) => end === '2021-12-31')?.missing.includes('earningsPerShareDiluted'));
});

test('a figure is the one that was published by the moment, and names the values that it replaced', async (t) => {
  const facts = recordedFacts('tesla');
  const before = figure(await statements(facts, 'quarter', '2021-07-26'), '2020-06-30', 'earningsPerShareDiluted');
  t.deepEqual([before?.value, before?.earlier.length], [0.5, 0]);
  const after = figure(await statements(facts, 'quarter', '2021-07-28'), '2020-06-30', 'earningsPerShareDiluted');
  t.is(after?.value, 0.1, 'a split divided it by five');
  t.deepEqual(
    after?.earlier.map(({ value, accession }) => [value, accession]),
    [[0.5, '0001564590-20-033670']],
  );
  t.is(figure(await statements(facts, 'quarter', '2020-07-27'), '2020-06-30', 'revenue'), undefined);
});

test('a filing without a listed time is known from 22:00 in New York on its day', (t) => {
  t.deepEqual(listed.of({ accession: 'x', filedOn: '2020-07-28' }), new Date('2020-07-29T03:00:00Z'));
  const times = new PublicationTimes({
    filings: [
      {
        accession: 'x',
        form: '10-Q',
        filedOn: '2020-07-28',
        publishedAt: new Date('2020-07-28T11:00:00Z'),
        reportDate: null,
        items: [],
        title: null,
        url: null,
      },
    ],
  });
  t.deepEqual(times.of({ accession: 'x', filedOn: '2020-07-28' }), new Date('2020-07-28T11:00:00Z'));
});

test('a fiscal year has the number that the company gives it, and quarters those of their year', async (t) => {
  const snowflake = recordedFacts('snowflake');
  const [latest] = await statements(snowflake, 'annual');
  t.like(latest, { fiscalYear: 2025, fiscalPeriod: 'FY', start: '2024-02-01', end: '2025-01-31' });
  t.deepEqual(
    (await statements(snowflake, 'quarter'))
      .slice(0, 3)
      .map(({ fiscalYear, fiscalPeriod, start, end }) => [fiscalYear, fiscalPeriod, start, end]),
    [
      [2026, 'Q1', '2025-02-01', '2025-04-30'],
      [2025, 'Q4', '2024-11-01', '2025-01-31'],
      [2025, 'Q3', '2024-08-01', '2024-10-31'],
    ],
  );
});

test('the last quarter of a year without nine months is the year minus three quarters', async (t) => {
  const quarters = await statements(
    factsOf({
      Revenues: [
        ['2024-01-01', '2024-03-31', 10, '2024-05-01', '10-Q'],
        ['2024-04-01', '2024-06-30', 20, '2024-08-01', '10-Q'],
        ['2024-07-01', '2024-09-30', 30, '2024-11-01', '10-Q'],
        ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
      ],
    }),
    'quarter',
  );
  const last = figure(quarters, '2024-12-31', 'revenue');
  t.deepEqual([last?.value, last?.derivation?.formula], [40, 'FY − Q1 − Q2 − Q3']);
});

test('without one of the quarters nothing is derived, and the gap is stated', async (t) => {
  const quarters = await statements(
    factsOf({
      Revenues: [
        ['2024-01-01', '2024-03-31', 10, '2024-05-01', '10-Q'],
        ['2024-07-01', '2024-09-30', 30, '2024-11-01', '10-Q'],
        ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
      ],
    }),
    'quarter',
  );
  t.deepEqual(
    quarters.map(({ fiscalPeriod, warnings }) => [fiscalPeriod, ...warnings]),
    [['Q3', 'No filing states the period from 2024-04-01 to 2024-06-30.'], ['Q1']],
  );
});

test('twelve months in a quarterly report are no fiscal year', async (t) => {
  const years = await statements(
    factsOf({
      NetCashProvidedByUsedInOperatingActivities: [
        ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
        ['2024-04-01', '2025-03-31', 120, '2025-05-01', '10-Q'],
      ],
    }),
    'annual',
  );
  t.deepEqual(
    years.map(({ end }) => end),
    ['2024-12-31'],
  );
});

test('quarters of twelve and sixteen weeks are derived too', async (t) => {
  const quarters = await statements(
    factsOf({
      NetCashProvidedByUsedInOperatingActivities: [
        ['2023-09-04', '2023-11-26', 10, '2023-12-20', '10-Q'],
        ['2023-09-04', '2024-02-18', 30, '2024-03-20', '10-Q'],
        ['2023-09-04', '2024-05-12', 60, '2024-06-06', '10-Q'],
        ['2023-09-04', '2024-09-01', 110, '2024-10-09'],
      ],
    }),
    'quarter',
  );
  t.deepEqual(
    quarters.map(({ fiscalPeriod, start, figures: [one] }) => [fiscalPeriod, start, one?.value]),
    [
      ['Q4', '2024-05-13', 50],
      ['Q3', '2024-02-19', 30],
      ['Q2', '2023-11-27', 20],
      ['Q1', '2023-09-04', 10],
    ],
  );
});

test('a year and nine months that were both restated make a restated quarter', async (t) => {
  const rows: Row[] = [
    ['2024-01-01', '2024-09-30', 60, '2024-11-01', '10-Q'],
    ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
    ['2024-01-01', '2024-09-30', 50, '2025-11-01', '10-Q'],
    ['2024-01-01', '2024-12-31', 85, '2026-02-01'],
  ];
  const derived = async (day: string) => {
    const [last] = await statements(
      factsOf({ Revenues: [...rows, ['2024-01-01', '2024-06-30', 40, '2024-08-01', '10-Q']] }),
      'quarter',
      day,
    );
    return [last?.figures[0]?.value, ...(last?.warnings ?? [])];
  };
  t.deepEqual(await derived('2025-06-01'), [40]);
  t.deepEqual(await derived('2025-12-01'), [
    40,
    'The revenue of FY − 9M is as first published: only one of them was restated.',
  ]);
  t.deepEqual(await derived('2026-06-01'), [35]);
});

test('nine months that were restated before the year was published are subtracted as restated', async (t) => {
  const [last] = await statements(
    factsOf({
      Revenues: [
        ['2024-01-01', '2024-06-30', 40, '2024-08-01', '10-Q'],
        ['2024-01-01', '2024-09-30', 60, '2024-11-01', '10-Q'],
        ['2024-01-01', '2024-09-30', 55, '2024-12-01', '10-Q/A'],
        ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
      ],
    }),
    'quarter',
  );
  t.deepEqual([last?.figures[0]?.value, last?.warnings], [45, []]);
});

test('a figure that was restated twice has both earlier values', async (t) => {
  const [year] = await statements(
    factsOf({
      Revenues: [
        ['2024-01-01', '2024-12-31', 100, '2025-02-01'],
        ['2024-01-01', '2024-12-31', 90, '2025-06-01', '10-K/A'],
        ['2024-01-01', '2024-12-31', 100, '2026-02-01'],
      ],
    }),
    'annual',
  );
  t.is(year?.figures[0]?.value, 100);
  t.deepEqual(
    year?.figures[0]?.earlier.map(({ value }) => value),
    [100, 90],
  );
});

test('a figure in two currencies is in the one of most figures', async (t) => {
  const rows = (val: number) => [
    {
      start: '2024-01-01',
      end: '2024-12-31',
      val,
      filed: '2025-02-01',
      form: '20-F',
      accn: '0000000001-25-000001',
      fy: 2024,
    },
  ];
  const facts = secFacts({
    facts: {
      'us-gaap': {
        Revenues: { units: { USD: rows(110), EUR: rows(100) } },
        NetIncomeLoss: { units: { EUR: rows(10) } },
      },
    },
  }) as CompanyFacts;
  t.is(facts.currency, 'EUR');
  t.deepEqual(
    (await statements(facts, 'annual'))[0]?.figures.map(({ item, value, unit }) => [item, value, unit]),
    [
      ['revenue', 100, 'EUR'],
      ['netIncome', 10, 'EUR'],
    ],
  );
});
