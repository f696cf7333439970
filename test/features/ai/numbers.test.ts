import test from 'ava';
import type { WrittenNumber } from '../../../src/features/ai/citations/number-text.js';
import { AnswerMentions, unverifiedNumbers } from '../../../src/features/ai/citations/verify-numbers.js';

const quotes = {
  items: [
    {
      symbol: 'AAPL.US',
      name: 'Apple Inc.',
      currency: 'USD',
      price: 245.13,
      changePercent: -3.07,
      volume: 51_234_567,
      time: '2026-11-20T21:00:00.000Z',
    },
    {
      symbol: 'MSFT.US',
      name: 'Microsoft Corporation',
      currency: 'USD',
      price: 410.2,
      changePercent: 1.26,
      volume: 22_001_300,
      time: '2026-11-20T21:00:00.000Z',
    },
  ],
};
const vessel = {
  mmsi: '219024336',
  name: 'MAERSK KAYA',
  groundSpeedKnots: 14.2,
  draughtMeters: 9.6,
  distanceMeters: 21_400,
  lengthMeters: 183,
};
const valuation = {
  name: 'Retirement',
  currency: 'EUR',
  totalValue: '1250480.40',
  dayChangeShare: 0.0213,
  maxDrawdown: 0.121,
  positionCount: 12,
};
const news = { title: 'Refinery fire injures 14 workers', publishedAt: '2026-11-19T08:00:00.000Z', tone: -0.4 };
const records = [quotes, vessel, valuation, news];

/** Returns a number in a text of one sentence. */
const writtenAt = (offset: number, end: number) => ({ offset, sentence: [0, end] }) as unknown as WrittenNumber;
const unverified = (answer: string, question = '') =>
  unverifiedNumbers(answer, { records, question }).map(({ text }) => text);

/**
 * Sentences that the records support, each followed by false variants with another digit, sign, scale, unit, subject or
 * day.
 */
const cases: Array<[correct: string, ...wrong: string[]]> = [
  [
    'AAPL.US is at $245.13.',
    'AAPL.US is at $245.18.',
    'AAPL.US is at $2,451.30.',
    'AAPL.US is at $410.20.',
    'AAPL.US is at 245.13 %.',
    'AAPL.US is at €245.13.',
  ],
  [
    'Apple Inc. fell 3.07 %.',
    'Apple Inc. rose 3.07 %.',
    'Apple Inc. fell 30.7 %.',
    'Apple Inc. fell 3.07 knots.',
    'Apple Inc. fell 1.26 %.',
    'Apple Inc. fell 3.70 %.',
  ],
  ['Apple changed by −3.1 %.', 'Apple changed by +3.1 %.', 'Apple changed by −3.2 %.'],
  ['MSFT gained 1.26 percent.', 'MSFT lost 1.26 percent.', 'MSFT gained 1.62 percent.', 'MSFT gained 126 percent.'],
  ['MSFT gained 126 basis points.', 'MSFT gained 162 basis points.', 'MSFT gained 1,260 basis points.'],
  [
    'About 51.2 million shares of AAPL.US changed hands.',
    'About 51.2 thousand shares of AAPL.US changed hands.',
    'Exactly 52.1 million shares of AAPL.US changed hands.',
  ],
  [
    'MAERSK KAYA moves at 14.2 kn.',
    'MAERSK KAYA moves at 14.2 km/h.',
    'MAERSK KAYA moves at 12.4 kn.',
    'MAERSK KAYA moves at 142 kn.',
  ],
  ['MAERSK KAYA moves at 26.3 km/h.', 'MAERSK KAYA moves at 23.6 km/h.'],
  [
    'It is 21.4 km away, or 11.6 nm.',
    'It is 21.4 m away, or 11.6 nm.',
    'It is 24.1 km away, or 11.6 nm.',
    'It is 21.4 km away, or 16.1 nm.',
  ],
  [
    'The portfolio is worth EUR 1,250,480.40.',
    'The portfolio is worth EUR 1,250,840.40.',
    'The portfolio is worth USD 1,250,480.40.',
  ],
  [
    'The portfolio is worth 1.25 million.',
    'The portfolio is worth 1.25 billion.',
    'The portfolio is worth 1.52 million.',
  ],
  [
    'Retirement rose 2.13 % today.',
    'Retirement fell 2.13 % today.',
    'Retirement rose 21.3 % today.',
    'Retirement rose 0.0213 % today.',
  ],
  ['The drawdown was 12.1 %.', 'The drawdown was 1.21 %.', 'The drawdown was 12.1 basis points.'],
  [
    'The fire injured 14 workers on 19 November 2026.',
    'The fire injured 41 workers on 19 November 2026.',
    'The fire injured 14 workers on 18 November 2026.',
  ],
  ['Prices are of 2026-11-20.', 'Prices are of 2026-11-21.', 'Prices are of 2025-11-20.'],
  ['The two prices add up to 655.33.', 'The two prices add up to 665.33.'],
  ['MSFT costs 165.07 more than AAPL.', 'MSFT costs 156.07 more than AAPL.'],
];

test('numbers and dates that the records contain are verified, in any rounding and unit', (t) => {
  for (const [correct] of cases) t.deepEqual(unverified(correct), [], correct);
  t.deepEqual(unverified('Below 240, as you asked, on 3 May.', 'Is it below 240 on 3 May?'), []);
  t.deepEqual(unverified('1. Apple\n2. Microsoft\nThe A320 of 14:30; see `9999` and /api/v1/x/777.'), []);
});

test('numbers with decimal commas and other digit groupings are read', (t) => {
  for (const text of [
    'Das Portfolio ist 1.250.480,40 EUR wert, 2,13 % mehr.',
    'Le portefeuille vaut 1 250 480,40 EUR, soit 2,13 % de plus.',
    'It is worth 1 250 480.40 EUR, up 2.13 %.',
    "Es sind 1'250'480.40 EUR, 2.13 % mehr.",
    'AAPL.US steht bei 245,13 USD.',
  ])
    t.deepEqual(unverified(text), [], text);
  t.deepEqual(unverified('Das Portfolio ist 1.250.840,40 EUR wert, 21,3 % mehr.'), ['1.250.840,40 EUR', '21,3 %']);
  t.deepEqual(unverified('AAPL.US steht bei 2.451,30 USD.'), ['2.451,30 USD']);
  t.deepEqual(unverified('Bei 1.234,5 %, wie gefragt.', 'Ist es bei 1.234,5 %?'), []);
});

test('a wrong digit, sign, scale, unit, subject or day is detected', (t) => {
  const mutants = cases.flatMap(([, ...wrong]) => wrong);
  const missed = mutants.filter((mutant) => unverified(mutant).length === 0);
  t.log(`${mutants.length - missed.length} of ${mutants.length} mutants found`);
  t.deepEqual(missed, []);
});

test('an unverified number is reported as written, with its place', (t) => {
  const answer = 'AAPL.US is at $245.13, up 17 % on the day.';
  const [found] = unverifiedNumbers(answer, { records, question: '' });
  t.deepEqual(found, { text: '17 %', offset: answer.indexOf('17') });
});

test('a number belongs to the nearest name before it, whatever the order of the names in the records', (t) => {
  const answer = 'Apple fell, Microsoft and then Tesla rose: 3';
  const offset = answer.indexOf('3');
  for (const names of [
    ['apple', 'microsoft', 'tesla'],
    ['tesla', 'microsoft', 'apple'],
    ['microsoft', 'apple', 'tesla'],
  ]) {
    const mentions = new AnswerMentions(answer, new Set(names));
    const subjectsAt = (at: number) => [...(mentions.subjectsOf(writtenAt(at, answer.length)) ?? [])];
    t.deepEqual(subjectsAt(offset), ['tesla'], names.join());
    t.deepEqual(subjectsAt(answer.indexOf(' fell')), ['apple'], names.join());
    t.deepEqual(subjectsAt(0), ['apple'], 'the first one behind it, where none is before');
  }
});

test('names of one letter, and names inside words, are ignored', (t) => {
  const of = (answer: string, name: string) =>
    [...(new AnswerMentions(answer, new Set([name])).subjectsOf(writtenAt(answer.length, answer.length)) ?? [])].join();
  t.is(of('F rose to 3', 'f'), '');
  t.is(of('KO rose to 3', 'ko'), 'ko');
  t.is(of('AKO rose to 3', 'ko'), '');
  t.is(of('KOs rose to 3', 'ko'), '');
  t.is(of('(KO) rose to 3', 'ko'), 'ko');
});
