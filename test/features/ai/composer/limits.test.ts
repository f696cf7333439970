import 'reflect-metadata';
import test from 'ava';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import { fitting, withMore } from '../../../../src/features/ai/composer/result-filter.js';
import type { QuestionCase } from '../../../support/ai-world.js';
import { countryAreas } from '../../../support/country-areas.js';
import { recognized } from '../../../support/question-score.js';

const understoodAs = async (question: string) => decide(await recognized({ question } as QuestionCase));
/** First call that answers a question, with the restrictions that are applied to its result. */
async function callOf(question: string) {
  const understood = await understoodAs(question);
  return understood.type === 'answer' ? understood.reading.kind.plan(understood.reading.input)[0] : undefined;
}

for (const [question, about] of [
  ['planes over Paris higher than 30000 feet', { limits: [{ of: 'altitude', min: 30_000 }] }],
  ['flights above FL350 over Spain', { limits: [{ of: 'altitude', min: 35_000 }] }],
  ['aircraft below 1000 meters near Heathrow', { limits: [{ of: 'altitude', max: 3_281 }] }],
  ['earthquakes deeper than 100 km in Indonesia', { limits: [{ of: 'depth', min: 100 }] }],
  ['earthquakes weaker than 3 in Italy', { limits: [{ of: 'magnitude', max: 3 }] }],
  ['earthquakes between magnitude 4 and 5 in Greece', { minMagnitude: 4 }],
  ['earthquakes 4+ in Greece', { minMagnitude: 4 }],
  ['vessels between 5 and 8 knots near Gibraltar', { maxSpeedKnots: 8 }],
  ['vessels 10-15 kn near Gibraltar', { maxSpeedKnots: 15 }],
] as const)
  test(`"${question}" limits ${JSON.stringify(about)}`, async (t) => {
    const call = await callOf(question);
    t.like(call?.about, about);
    t.false('radiusMeters' in (call?.arguments ?? {}) && about !== undefined && 'depth' in about);
  });

test('a range of speeds has its minimum as an argument', async (t) => {
  t.is((await callOf('vessels between 5 and 8 knots near Gibraltar'))?.arguments.minSpeedKnots, 5);
});

test('a negation turns a minimum into a maximum, and the reverse', async (t) => {
  for (const words of ['doing no more than 10 knots', 'not faster than 10 kn', 'never above 10 knots']) {
    const call = await callOf(`vessels near Gibraltar ${words}`);
    t.is(call?.about?.maxSpeedKnots, 10, words);
    t.is(call?.arguments.minSpeedKnots, undefined, words);
  }
  for (const words of ['doing no less than 10 knots', 'not slower than 10 kn', 'not under 10 knots']) {
    const call = await callOf(`vessels near Gibraltar ${words}`);
    t.is(call?.arguments.minSpeedKnots, 10, words);
    t.is(call?.about?.maxSpeedKnots, undefined, words);
  }
  const limitsOf = async (question: string) => (await callOf(question))?.about?.limits;
  t.deepEqual(await limitsOf('planes near Paris not above 30000 feet'), [{ of: 'altitude', max: 30_000 }]);
  t.deepEqual(await limitsOf('planes near Paris not lower than 30000 feet'), [{ of: 'altitude', min: 30_000 }]);
  t.deepEqual(await limitsOf('earthquakes not exceeding magnitude 5 in Japan'), [{ of: 'magnitude', max: 5 }]);
});

test('items beyond a limit, and items of unknown value, are left out', (t) => {
  const call = { tool: 'list_aircraft', arguments: {}, about: { limits: [{ of: 'altitude', min: 30_000 }] } };
  const items = [29_999, 30_000, null, 41_000].map((altitudeFeet) => ({ altitudeFeet }));
  t.deepEqual(fitting({ items }, call, countryAreas), { items: [{ altitudeFeet: 30_000 }, { altitudeFeet: 41_000 }] });
});

test('an excluded type of ship is not what is asked for', async (t) => {
  for (const question of ['vessels excluding tankers near Gibraltar', 'all ships but no tankers around Gibraltar']) {
    const call = await callOf(question);
    t.is(call?.arguments.type, undefined);
    t.deepEqual(call?.about?.excluded, [{ type: 'shipType', value: 'tanker' }]);
    const items = [{ shipType: 'tanker' }, { shipType: 'cargo' }, { shipType: null }];
    t.deepEqual(fitting({ items }, call as never, countryAreas), {
      items: [{ shipType: 'cargo' }, { shipType: null }],
    });
  }
});

for (const [question, parts] of [
  ['planes on the ground at Heathrow in the last hour', ['last hour']],
  ['biggest losers yesterday in crypto', ['yesterday']],
  ['tankers in the Red Sea yesterday at noon', ['tankers']],
  ['tankers that left Hormuz gate this week', ['tankers']],
  ['price of Apple in London', ['London']],
  ['price of Apple today', []],
] as const)
  test(`"${question}" is answered and names ${JSON.stringify(parts)} as not applied`, async (t) => {
    const understood = await understoodAs(question);
    t.is(understood.type, 'answer');
    if (understood.type === 'answer') t.deepEqual(understood.unapplied, [...parts]);
  });

test('the direction of a shock may stand between its percentage and its subject', async (t) => {
  const call = await callOf('Run a 12 percent fall in equities together with a 5 percent weaker euro through Pension');
  t.like(call?.arguments, {
    scenario: {
      shocks: [
        { assetClass: 'equity', change: -0.12 },
        { currency: 'EUR', change: -0.05 },
      ],
    },
  });
  t.is((await understoodAs('stress Pension with a 12 percent move of equities and 5 percent of gold')).type, 'refuse');
});

test('the area of a country contains its land, also where it has one city', async (t) => {
  const call = await callOf('earthquakes in Iceland this month');
  const [west = 0, south = 0, east = 0, north = 0] = (
    call === undefined ? [] : withMore(call, countryAreas).arguments.bbox
  ) as number[];
  t.true(west < -24.4 && south < 63.4 && east > -13.6 && north > 66.5, `${[west, south, east, north]}`);
});

test('the alerts of a day that a question names are not only those that are firing now', async (t) => {
  const call = await callOf('alerts from yesterday');
  t.is(call?.arguments.state, undefined);
  t.like(call?.about, { from: '2026-11-19T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z' });
});

test('an excluded time is named as not applied', async (t) => {
  const understood = await understoodAs('latest news on Tesla but not from today');
  t.is(understood.type, 'answer');
  if (understood.type !== 'answer') return;
  t.deepEqual(understood.left, ['but not from today']);
  t.is(understood.reading.input.slots.get('period'), undefined);
});

test('a price in another currency is named as not applied', async (t) => {
  const understood = await understoodAs('Apple in euros');
  t.is(understood.type, 'answer');
  if (understood.type === 'answer') t.deepEqual(understood.unapplied, ['euros']);
  const own = await understoodAs('price of Apple in dollars');
  t.is(own.type, 'answer');
  if (own.type === 'answer') t.deepEqual(own.unapplied, []);
});

for (const question of [
  'where will bitcoin close on Friday',
  'which of Apple and Tesla will do better in 2027',
  'Tesla in 2028',
  'what will Growth be worth at Christmas',
  'is LH400 delayed',
  'ships wider than 30 metres in the English Channel',
  'ships in Port of Rotterdam for more than 2 days',
  'alert me if more than 5 tankers are inside Hormuz gate',
  'RSI of my Tech list',
  'is Gulf Trader or Ever Given sanctioned',
  'What will Growth be worth in five years if markets return 6 % a year?',
  '100 dollars in euros and pounds',
  'which of my holdings fell most today',
  'alert me on Gulf Trader leaving the Hormuz gate',
])
  test(`"${question}" is not answered`, async (t) => {
    t.is((await understoodAs(question)).type, 'refuse');
  });

for (const question of [
  'will you show me the price of Apple',
  'how many euros will I get for 100 dollars',
  'when will the London market open tomorrow',
  'when will the Ever Given arrive',
])
  test(`"${question}" does not ask for a prediction`, async (t) => {
    t.is((await understoodAs(question)).type, 'answer');
  });
