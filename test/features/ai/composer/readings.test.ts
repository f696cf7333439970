import 'reflect-metadata';
import test from 'ava';
import { isInCountry } from '../../../../src/features/ai/composer/country-filter.js';
import { tokensOf } from '../../../../src/features/ai/composer/language/tokens.js';
import { Vocabulary } from '../../../../src/features/ai/composer/language/vocabulary.js';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import { marketsBeside } from '../../../../src/features/ai/composer/question-types/markets-beside.js';
import type { QuestionCase } from '../../../support/ai-world.js';
import { recognized } from '../../../support/question-score.js';

const wordsOf = (text: string) =>
  tokensOf(text)
    .map(({ word }) => word)
    .join(' ');
/** Arguments of the first call that answers a question; undefined without an answer. */
async function argumentsOf(question: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const understood = decide(await recognized({ question } as QuestionCase));
  if (understood.type !== 'answer') return undefined;
  return understood.reading.kind.plan(understood.reading.input)[0]?.arguments;
}

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
] as const)
  test(`the period "${period}" is from ${from ?? 'the beginning'} to ${to ?? 'now'}`, async (t) => {
    const found = await argumentsOf(`tesla daily prices ${period}`);
    t.is(found?.from, from === undefined ? undefined : `${from}T00:00:00.000Z`);
    t.is(found?.to, to === undefined ? undefined : `${to}T00:00:00.000Z`);
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

test('words without vowels or without their end are written out where one word is meant', (t) => {
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

test('a question of which a part of the time is unknown is not answered', async (t) => {
  t.is(await argumentsOf('vessels in black sea zystrqday 10am'), undefined);
  t.not(await argumentsOf('vessels in black sea yesterday 10am'), undefined);
});

test('one change of several instruments is a shock of each', async (t) => {
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

test('the currency behind "to" is the one that is converted into', async (t) => {
  t.like(await argumentsOf('convert 7500 to euros from dollars'), { base: 'USD', quote: 'EUR' });
  t.like(await argumentsOf('convert 7500 euros to dollars'), { base: 'EUR', quote: 'USD' });
});

test('gains without the name of a portfolio are of all portfolios', async (t) => {
  t.deepEqual(await argumentsOf('how much have I made this year'), { from: '2026-01-01' });
  t.is(await argumentsOf('how much did my portfolio make this year'), undefined);
  t.like(await argumentsOf('how much have I made with Growth this year'), { id: '$portfolio:Growth' });
});

test('a country is its land and its waters, not the box around it', (t) => {
  const waters = 22_224;
  t.true(isInCountry('CH', 46.9, 7.4, waters));
  t.false(isInCountry('CH', 45.46, 9.19, waters), 'Milan is in the box of Switzerland');
  t.true(isInCountry('PT', 38.69, -9.6, waters), 'ten kilometers off the coast');
  t.false(isInCountry('PT', 38.69, -10.2, waters), 'sixty kilometers off the coast');
  t.is(isInCountry('XX', 0, 0, waters), undefined);
});

test('a move is put beside the market and the sector of the instrument', (t) => {
  t.deepEqual(marketsBeside('AAPL.US'), ['GSPC.INDX', 'XLK.US']);
  t.deepEqual(marketsBeside('SHEL.LSE').slice(0, 1), ['FTSE.INDX']);
  t.deepEqual(marketsBeside('BTC-USD.CC'), []);
  t.deepEqual(marketsBeside('EURUSD.FOREX'), []);
});

test('a default is not taken where an unknown word may be the value', async (t) => {
  t.like(await argumentsOf('how is Growth allocated'), { by: 'assetClass' });
  t.like(await argumentsOf('growth ccy split'), { by: 'currency' });
  t.is(await argumentsOf('growth zorbix split'), undefined);
});

test('alerts that are not acknowledged are the firing ones', async (t) => {
  t.deepEqual((await argumentsOf('Are there any alerts that I have not yet acknowledged?'))?.state, ['firing']);
  t.deepEqual((await argumentsOf('list the acknowledged alerts'))?.state, ['acknowledged']);
});

test('a question for news without a company is about its topic', async (t) => {
  t.like(await argumentsOf('have there been reports of drone attacks lately'), { q: 'drone attacks' });
  t.like(await argumentsOf('any news about Tesla'), { symbol: ['TSLA.US'] });
});
