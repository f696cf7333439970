import 'reflect-metadata';
import test from 'ava';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import { fitting } from '../../../../src/features/ai/composer/result-filter.js';
import { enumeratedIn } from '../../../../src/features/ai/composer/spans/enumerations.js';
import { outsidersFrozenQuestions, outsidersQuestions, type QuestionCase } from '../../../support/ai-world.js';
import { countryAreas } from '../../../support/country-areas.js';
import { recognized, scoreOf, scoreText } from '../../../support/question-score.js';

/** The call that answers a question, with the words that it does not apply; undefined without an answer. */
async function callOf(question: string) {
  const understood = decide(await recognized({ question } as QuestionCase));
  if (understood.type !== 'answer') return undefined;
  return { ...understood.reading.kind.plan(understood.reading.input)[0], unapplied: understood.unapplied };
}

test('questions of outsiders, of which nothing was fitted to the frozen half, are understood', async (t) => {
  const fitted = await scoreOf(outsidersQuestions, (one, { reason }) => t.log(`${one.question} → ${reason}`));
  t.log(`outsiders: ${scoreText(fitted)}`);
  t.true(fitted.right / fitted.all >= 0.8);
  t.true(fitted.wrong / fitted.all <= 0.02);
  const score = await scoreOf(outsidersFrozenQuestions);
  t.log(`outsiders frozen: ${scoreText(score)}`);
  t.true(score.right / score.all >= 0.8);
  t.true(score.wrong / score.all <= 0.045);
});

for (const [question, filters] of [
  ['a350 near frankfurt', { type: ['A359', 'A35K'] }],
  ['a380s near dubai', { type: ['A388'] }],
  ['lufthansa flights over london', { callsign: ['DLH'] }],
  ['military aircraft near kaliningrad', { military: true }],
  ['aircraft above 40000 ft near ireland', { minAltitudeFeet: 40_000 }],
  ['which ships are waiting off rotterdam', { navigationStatus: [1] }],
  ['moored tankers in hamburg', { navigationStatus: [5], type: ['tanker'] }],
  ['russian tankers in the baltic', { flag: ['RU'], type: ['tanker'] }],
  ['tankers steaming towards fujairah', { destination: 'Fujairah' }],
] as const)
  test(`what restricts "${question}" is applied`, async (t) => {
    const call = await callOf(question);
    t.like(call?.arguments, filters as object);
    t.deepEqual(call?.unapplied, []);
  });

test('the number of ships that wait off a port is measured, and ships that do not move are those of no speed', async (t) => {
  t.is((await callOf('vessels waiting off Rotterdam'))?.tool, 'get_port_congestion');
  t.is((await callOf('ships stopped near gibraltar'))?.about?.maxSpeedKnots, 0.5);
  t.deepEqual((await callOf('suezmaxes near ras tanura'))?.about?.limits, [
    { of: 'deadweight', min: 120_000, max: 200_000 },
  ]);
});

test('sorts of ships that AIS does not distinguish are named', async (t) => {
  t.deepEqual((await callOf('lng tankers near qatar'))?.unapplied, ['lng tankers']);
  t.deepEqual((await callOf('tankers near qatar'))?.unapplied, []);
});

test('results are ordered as the question says', async (t) => {
  const call = await callOf('the strongest earthquakes this week');
  t.is(call?.about?.order, '-magnitude.value');
  const items = [4.5, 6.1, null, 5.2].map((value) => ({ magnitude: { value } }));
  const { items: ordered } = fitting({ items }, call as never, countryAreas) as { items: typeof items };
  t.deepEqual(
    ordered.map(({ magnitude }) => magnitude.value),
    [6.1, 5.2, 4.5, null],
  );
});

for (const question of [
  'russian flagged ships bound for india',
  'ships that changed their name near malta',
  'alerts firing for more than an hour',
])
  test(`"${question}" is not answered without its restriction`, async (t) =>
    t.is((await callOf(question))?.tool, undefined));

for (const [text, indicators] of [
  ['rsi21 exxon', ['rsi:21']],
  ['SMA50 of apple', ['sma:50']],
  ['macd 8 21 5 gold', ['macd:8:21:5']],
  ['bollinger bands 20 2', ['bbands:20:2']],
  ['20 and 50 day moving averages', ['sma:50', 'sma:20']],
  ['rsi(14)', ['rsi:14']],
] as const)
  test(`the parameters of "${text}" are read`, (t) => {
    const found = enumeratedIn(tokensOf(text)).filter(({ type }) => type === 'indicator');
    t.deepEqual([...new Set(found.map(({ value }) => value))], [...indicators]);
  });

test('earthquakes in a country are those to which it is the nearest', async (t) => {
  const call = await callOf('earthquakes in Japan this week');
  const at = (name: string, lat: number, lon: number) => ({ name, position: { lat, lon } });
  const items = [
    at('off Hualien', 23.9, 121.9),
    at('off Yilan, 90 km from Yonaguni', 24.6, 122.1),
    at('in Taiwan', 24, 121.2),
    at('off Yonaguni', 24.3, 123.2),
    at('off Fukushima', 37.5, 141.8),
    at('in Nagano', 36.2, 138),
  ];
  const { items: found } = fitting({ items }, call as never, countryAreas) as { items: typeof items };
  t.deepEqual(
    found.map(({ name }) => name),
    ['off Yonaguni', 'off Fukushima', 'in Nagano'],
  );
});
