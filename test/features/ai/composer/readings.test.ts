import 'reflect-metadata';
import test from 'ava';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { Vocabulary } from '../../../../src/features/ai/composer/language/vocabulary.js';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import type { PlannedCall } from '../../../../src/features/ai/composer/question-types/question-type.js';
import { marketsBeside } from '../../../../src/features/ai/composer/question-types/why-question.js';
import { fitting, isInCountry } from '../../../../src/features/ai/composer/result-filter.js';
import type { QuestionCase } from '../../../support/ai-world.js';
import { countryAreas } from '../../../support/country-areas.js';
import { recognized } from '../../../support/question-score.js';

const wordsOf = (text: string) =>
  tokensOf(text)
    .map(({ word }) => word)
    .join(' ');
/** The first call that answers a question; undefined without an answer. */
async function readingOf(question: string): Promise<PlannedCall | undefined> {
  const understood = decide(await recognized({ question } as QuestionCase));
  if (understood.type !== 'answer') return undefined;
  return understood.reading.kind.plan(understood.reading.input)[0];
}

/** Arguments of the first call that answers a question; undefined without an answer. */
const argumentsOf = async (question: string): Promise<Readonly<Record<string, unknown>> | undefined> =>
  (await readingOf(question))?.arguments;

// It is Friday, 20 November 2026, 12:00.
for (const [period, from, to] of [
  ['2026-10-01 to 2026-10-31', '2026-10-01', '2026-11-01'],
  ['01.10.2026 bis 31.10.2026', '2026-10-01', '2026-11-01'],
  ['vom 3. bis 9. November', '2026-11-03', '2026-11-10'],
  ['in the week of 2 November', '2026-11-02', '2026-11-09'],
  ['before 1 July', undefined, '2026-07-01'],
  ['until the end of September', undefined, '2026-10-01'],
  ['after 10 November', '2026-11-11', undefined],
  ['since the 5th', '2026-11-05', undefined],
  ['since Christmas', '2025-12-25', undefined],
  ['mid October', '2026-10-11', '2026-10-21'],
  ['late October', '2026-10-21', '2026-11-01'],
  ['Anfang November', '2026-11-01', '2026-11-11'],
  ['tuesday last week', '2026-11-10', '2026-11-11'],
  ['the last three months of 2025', '2025-10-01', '2026-01-01'],
  ['the last 3 trading days', '2026-11-18', undefined],
  ['hier', '2026-11-19', '2026-11-20'],
  ['1-15 October', '2026-10-01', '2026-10-16'],
  ['Nov 3-7', '2026-11-03', '2026-11-08'],
  ['Nov 3–7', '2026-11-03', '2026-11-08'],
  ['Nov 3 to 7', '2026-11-03', '2026-11-08'],
] as const)
  test(`the period "${period}" is from ${from ?? 'the beginning'} to ${to ?? 'now'}`, async (t) => {
    const found = await argumentsOf(`tesla daily prices ${period}`);
    t.is(found?.from, from === undefined ? undefined : `${from}T00:00:00.000Z`);
    t.is(found?.to, to === undefined ? undefined : `${to}T00:00:00.000Z`);
  });

for (const [period, from, to] of [
  ['yesterday between 6 pm and midnight', '2026-11-19T18:00', '2026-11-20T00:00'],
  ['yesterday between 22:00 and 2:00', '2026-11-19T22:00', '2026-11-20T02:00'],
  ['from 22:00 last night to 6:00 this morning', '2026-11-19T22:00', '2026-11-20T06:00'],
  ['from Monday 9am to Tuesday 5pm', '2026-11-16T09:00', '2026-11-17T17:00'],
  ['since 22:00 last night', '2026-11-19T22:00', undefined],
  ['yesterday evening', '2026-11-19T18:00', '2026-11-20T00:00'],
  ['on Sunday morning', '2026-11-15T06:00', '2026-11-15T12:00'],
] as const)
  test(`the hours of "${period}" are from ${from} to ${to ?? 'now'}`, async (t) => {
    const found = await argumentsOf(`what happened ${period}`);
    t.is(found?.from, `${from}:00.000Z`);
    t.is(found?.to, to === undefined ? undefined : `${to}:00.000Z`);
  });

for (const [moment, at] of [
  ['two days ago at 8 in the morning', '2026-11-18T08:00'],
  ['at 8 in the evening two days ago', '2026-11-18T20:00'],
  ['yesterday evening at 9', '2026-11-19T21:00'],
  ['at 11 pm last night', '2026-11-19T23:00'],
] as const)
  test(`the moment "${moment}" is ${at}`, async (t) => {
    const found = await argumentsOf(`Which ships were in the English Channel ${moment}?`);
    t.is(found?.at, `${at}:00.000Z`);
  });

test('the position of a vessel at a moment is looked for in the hour around it', async (t) => {
  t.like(await argumentsOf('Where was the Ever Given last Friday at noon?'), {
    from: '2026-11-13T11:30:00.000Z',
    to: '2026-11-13T12:30:00.000Z',
  });
});

/** Answers a question without its tools. */
async function read(question: string) {
  const understood = decide(await recognized({ question } as QuestionCase));
  if (understood.type !== 'answer') throw new Error(`${question}: ${understood.type}`);
  const [call] = understood.reading.kind.plan(understood.reading.input);
  return { ...understood, call: call as PlannedCall };
}

for (const [question, words] of [
  ['What was the worst earthquake in the last 7 days?', ['worst']],
  ['any private planes over Paris', ['private']],
  ['fires in Greece and Turkey this month', ['Turkey']],
  ['earthquakes in Greece this month', []],
] as const)
  test(`"${question}" is answered without ${words.length === 0 ? 'leaving out a word' : words.join(' and ')}`, async (t) =>
    t.deepEqual((await read(question)).unapplied, [...words]));

test('the next dividend of a portfolio is in the calendar, and the dividends that it received are its income', async (t) => {
  const { tool, arguments: asked } = (await read('when does Pension receive its next dividend')).call;
  t.is(tool, 'list_calendar');
  t.like(asked, { kind: ['dividend'] });
  t.is((await read('which dividends did Pension receive in 2025')).call.tool, 'list_income');
});

test('helicopters are a category of aircraft', async (t) => {
  t.like(await argumentsOf('any helicopters near Paris'), { category: ['A7'] });
  t.is((await argumentsOf('any planes near Paris'))?.category, undefined);
});

test('earthquakes below the magnitude of a question are left out', async (t) => {
  const { call } = await read('any earthquakes above magnitude 5 in Japan in the past week?');
  t.is(call.about?.minMagnitude, 5);
  const at = (value: number | null) => ({ magnitude: value === null ? null : { value, unit: 'mww' } });
  const global = { ...call, about: { minMagnitude: 5 } };
  t.deepEqual(fitting({ items: [at(4.9), at(5), at(null), at(7.1)] }, global, countryAreas), {
    items: [at(5), at(7.1)],
  });
  for (const text of ['quakes > 6', 'M6 quakes', 'quakes of magnitude 6 or more', 'earthquakes stronger than 6'])
    t.is((await read(`${text} this month`)).call.about?.minMagnitude, 6, text);
  t.is((await read('earthquakes in the last 6 hours')).call.about?.minMagnitude, undefined);
});

test('vessels faster than the limit of a question, or of unknown speed, are left out', async (t) => {
  const { call } = await read('fishing boats near Malta going slower than 3 knots');
  t.is(call.about?.maxSpeedKnots, 3);
  const items = [{ speedKnots: 3 }, { speedKnots: 3.1 }, { speedKnots: null }];
  t.deepEqual(fitting({ items }, { ...call, about: { maxSpeedKnots: 3 } }, countryAreas), {
    items: [{ speedKnots: 3 }],
  });
});

test('the two currencies of an exchange rate may be apart in a question', async (t) => {
  t.like((await argumentsOf('warn me if sterling slips under 1.25 against the dollar'))?.condition, {
    symbol: 'GBPUSD.FOREX',
    operator: 'below',
    threshold: 1.25,
  });
  t.like(await argumentsOf('what did the pound do against the yen in August'), { symbol: 'GBPJPY.FOREX' });
  t.is(await argumentsOf('alert me if the dollar falls below 0.95 euros'), undefined, 'no such rate is listed');
});

test('basis points are not the shares of BP', async (t) => {
  t.is(await argumentsOf('impact of +100bp rates on growth'), undefined);
  t.like(await argumentsOf('price of BP'), { symbol: 'BP.LSE' });
});

test('a name with an article that an ocean and a town share is the ocean', async (t) => {
  const near = async (question: string) => (await argumentsOf(question))?.near as number[];
  t.true(Math.abs(((await near('tropical storms in the Atlantic'))[1] as number) - -40) < 5);
});

test('a name that a state and a city with a million inhabitants share is the city', async (t) => {
  t.like(await argumentsOf('planes over New York'), { radiusMeters: 50_000 });
});

test('alerts that fired in a period are listed in every state', async (t) => {
  const { call } = await read('Which alerts fired yesterday?');
  t.is(call.arguments.state, undefined);
  t.is(call.about?.from, '2026-11-19T00:00:00.000Z');
  t.is((await read('warnings since yesterday')).call.about?.from, '2026-11-19T00:00:00.000Z');
  t.deepEqual((await argumentsOf('which alerts are firing'))?.state, ['firing']);
});

for (const [text, words] of [
  ['zwölftausend Franken', '12000 francs'],
  ['fünfundzwanzig Prozent', '25 %'],
  ['dreihundertfünfzig Euro', '350 euro'],
  ['siebzehn Tage', '17 days'],
  ['dos mil dólares', 'two thousand dollars'],
  ['Kursverlauf', 'price history'],
  ['this weak', 'this week'],
  ['weak prices', 'weak prices'],
  ['the red see', 'the red sea'],
  ['I see', 'i see'],
  ['plains over London', 'planes over london'],
] as const)
  test(`"${text}" is read as "${words}"`, (t) => t.is(wordsOf(text), words));

test('words without vowels or without their end are completed where only one word of the vocabulary fits', (t) => {
  const vocabulary = new Vocabulary([
    'vessels',
    'critical',
    'yesterday',
    'portfolio',
    'portfolios',
    'profit',
    'profile',
  ]);
  t.is(vocabulary.writtenOut('vssls'), 'vessels');
  t.is(vocabulary.writtenOut('prft'), 'profit');
  t.is(vocabulary.writtenOut('crt'), undefined, 'three consonants are too few');
  t.is(vocabulary.writtenOut('ystrdy'), 'yesterday');
  t.is(vocabulary.writtenOut('prtfl'), 'portfolio');
  t.is(vocabulary.writtenOut('crit'), 'critical');
  t.is(vocabulary.writtenOut('prof'), undefined, 'several words begin so');
  t.is(vocabulary.writtenOut('critica'), undefined, 'one letter is no end');
});

test('a question with a partly unknown time is not answered', async (t) => {
  t.is(await argumentsOf('vessels in black sea zystrqday 10am'), undefined);
  t.not(await argumentsOf('vessels in black sea yesterday 10am'), undefined);
});

test('one change of several instruments is a shock of each instrument', async (t) => {
  const shocks = (change: number, ...symbols: string[]) => ({
    type: 'shocks',
    shocks: symbols.map((symbol) => ({ target: 'symbol', symbol, change })),
  });
  t.deepEqual(
    (await argumentsOf('growth if nvidia and apple fall 10 %'))?.scenario,
    shocks(-0.1, 'NVDA.US', 'AAPL.US'),
  );
  t.deepEqual((await argumentsOf('what if nvidia falls 10 % for Growth'))?.scenario, shocks(-0.1, 'NVDA.US'));
});

test('the currency after "to" is the currency that an amount is converted to', async (t) => {
  t.like(await argumentsOf('convert 7500 to euros from dollars'), { base: 'USD', quote: 'EUR' });
  t.like(await argumentsOf('convert 7500 euros to dollars'), { base: 'EUR', quote: 'USD' });
});

test('a question for gains that names no portfolio is about all portfolios', async (t) => {
  t.deepEqual(await argumentsOf('how much have I made this year'), { from: '2026-01-01' });
  t.is(await argumentsOf('how much did my portfolio make this year'), undefined);
  t.like(await argumentsOf('how much have I made with Growth this year'), { id: '$portfolio:Growth' });
});

test('a country is its land and its waters, not the box around it', (t) => {
  const waters = 22_224;
  t.true(isInCountry(countryAreas, 'CH', 46.9, 7.4, waters));
  t.false(isInCountry(countryAreas, 'CH', 45.46, 9.19, waters), 'Milan is in the box of Switzerland');
  t.true(isInCountry(countryAreas, 'PT', 38.69, -9.6, waters), 'ten kilometers off the coast');
  t.false(isInCountry(countryAreas, 'PT', 38.69, -10.2, waters), 'sixty kilometers off the coast');
  t.is(isInCountry(countryAreas, 'XX', 0, 0, waters), undefined);
});

test('a move is compared with the market and with the sector of the instrument', (t) => {
  t.deepEqual(marketsBeside('AAPL.US'), ['GSPC.INDX', 'XLK.US']);
  t.deepEqual(marketsBeside('SHEL.LSE').slice(0, 1), ['FTSE.INDX']);
  t.deepEqual(marketsBeside('BTC-USD.CC'), []);
  t.deepEqual(marketsBeside('EURUSD.FOREX'), []);
});

test('a default value is not used where an unknown word may be the value', async (t) => {
  t.like(await argumentsOf('how is Growth allocated'), { by: 'assetClass' });
  t.like(await argumentsOf('growth ccy split'), { by: 'currency' });
  t.is(await argumentsOf('growth zorbix split'), undefined);
});

test('a question for alerts that are not acknowledged lists the firing alerts', async (t) => {
  t.deepEqual((await argumentsOf('Are there any alerts that I have not yet acknowledged?'))?.state, ['firing']);
  t.deepEqual((await argumentsOf('list the acknowledged alerts'))?.state, ['acknowledged']);
});

test('a question for news without a company is about its topic', async (t) => {
  t.like(await argumentsOf('have there been reports of drone attacks lately'), { q: 'drone attacks' });
  t.like(await argumentsOf('any news about Tesla'), { symbol: ['TSLA.US'] });
});

for (const [words, min, max] of [
  ['above severity 3', 4, undefined],
  ['over a severity of 3', 4, undefined],
  ['with a severity above 3', 4, undefined],
  ['severity > 3', 4, undefined],
  ['more severe than 3', 4, undefined],
  ['above severity three', 4, undefined],
  ['above severity 3.5', 4, undefined],
  ['of severity at least 3', 3, undefined],
  ['of at least severity 3', 3, undefined],
  ['severity 3 or higher', 3, undefined],
  ['severity >= 3', 3, undefined],
  ['severity 3+', 3, undefined],
  ['below severity 3', undefined, 2],
  ['severity at most 3', undefined, 3],
  ['severity 3 or lower', undefined, 3],
  ['of severity 3', 3, 3],
  ['severity 2 to 4', 2, 4],
  ['severity between 2 and 4', 2, 4],
  ['severity 2-4', 2, 4],
] as const)
  test(`severities are whole numbers: "${words}" is from ${min ?? 1} to ${max ?? 5}`, async (t) => {
    const found = await readingOf(`earthquakes ${words} in Japan since yesterday`);
    const limits = { of: 'severity', ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
    t.is(found?.arguments.minSeverity, min);
    t.deepEqual(found?.about?.limits, [limits]);
    t.is(found?.about?.minMagnitude, undefined);
    t.is(found?.arguments.from, '2026-11-19T00:00:00.000Z');
  });

test('a severity that no event has is not answered, and the event log has only a minimum', async (t) => {
  for (const words of ['above severity 5', 'below severity 1', 'of severity 6'])
    t.is(await argumentsOf(`earthquakes ${words} today`), undefined, words);
  t.like(await argumentsOf('what happened above severity 3 yesterday'), { minSeverity: 4 });
  t.is((await argumentsOf('what happened below severity 3 yesterday'))?.minSeverity, undefined);
  t.is((await argumentsOf('earthquakes above magnitude 4 today'))?.minSeverity, undefined);
});

for (const words of ['near Taiwan', 'nearby Taiwan', 'around Taiwan', 'off Taiwan', 'near the Taiwan Strait'])
  test(`the preposition of a place that a reading uses needs no word of its kind: "${words}"`, async (t) => {
    const reading = await readingOf(`events of at least severity 4 ${words} today`);
    t.is(reading?.tool, 'list_timeline');
    t.like(reading?.arguments, { minSeverity: 4, from: '2026-11-20T00:00:00.000Z' });
    t.true(Array.isArray(reading?.arguments.bbox));
    const understood = decide(await recognized({ question: `What happened ${words} since Monday?` } as QuestionCase));
    t.is(understood.type === 'answer' ? (understood.left ?? []).length : -1, 0);
  });

test('a preposition that means another area is not understood', async (t) => {
  t.is(await readingOf('events outside Taiwan today'), undefined);
});

test('a severity is no text to search articles for', async (t) => {
  for (const words of ['at least severity 3 news today', 'news above severity 3', 'headlines of severity 4 or higher'])
    t.is(await readingOf(words), undefined, words);
  t.like(await argumentsOf('news about critical minerals today'), { q: 'critical minerals' });
});
