import 'reflect-metadata';
import test from 'ava';
import { decide } from '../../../../src/features/ai/composer/match-question.js';
import { DAY_MS } from '../../../../src/time/durations.js';
import { calendar, type QuestionCase } from '../../../support/ai-world.js';
import { recognized } from '../../../support/question-score.js';

const understoodAs = async (question: string) => decide(await recognized({ question } as QuestionCase));

/** Arguments of the first call that answers a question; undefined without an answer. */
async function argumentsOf(question: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const understood = await understoodAs(question);
  if (understood.type !== 'answer') return undefined;
  return understood.reading.kind.plan(understood.reading.input)[0]?.arguments;
}

for (const [question, name] of [
  ['Check Black tide maritime ltd against OFAC', 'Black tide maritime ltd'],
  ['Is Vasquez shipping sanctioned?', 'Vasquez shipping'],
  ['sanctions check on Caspian bridge logistics', 'Caspian bridge logistics'],
  ['Is Viktor Petrov sanctioned anywhere?', 'Viktor Petrov'],
] as const)
  test(`the name in "${question}" is searched for with its words in lower case`, async (t) => {
    t.is((await argumentsOf(question))?.q, name);
  });

for (const question of [
  'Growth performance in five years',
  'What will Apple trade at in 2 hours?',
  'value of Pension in three months',
])
  test(`"${question}" is about the future and not answered from the past`, async (t) => {
    t.is((await understoodAs(question)).type, 'refuse');
  });

test('a price rule keeps the length of its window behind "in"', async (t) => {
  const condition = (await argumentsOf('alert me if tesla drops 10% in a week'))?.condition as object | undefined;
  t.like(condition, { type: 'price_change', windowSeconds: 604_800 });
});

for (const [question, days] of [
  ['briefing every Monday and Thursday at 6 for the Red Sea', ['Thursday']],
  ['Briefing on Growth on Mondays, Wednesdays and Fridays at 7:15', ['Wednesdays', 'Fridays']],
] as const)
  test(`the days of "${question}" that a schedule cannot have are named`, async (t) => {
    const understood = await understoodAs(question);
    t.is(understood.type, 'answer');
    if (understood.type !== 'answer') return;
    t.deepEqual(understood.unapplied, days);
    t.is(understood.reading.kind.plan(understood.reading.input)[0]?.arguments.weekday, 'monday');
  });

for (const [question, from, to] of [
  ['cours de Tesla entre le 2 et le 6 novembre', '2026-11-02', '2026-11-07'],
  ['Schlusskurse von Apple seit dem ersten Oktober', '2026-10-01', undefined],
] as const)
  test(`the dates of "${question}" are read`, async (t) => {
    const found = await argumentsOf(question);
    t.is(found?.from, `${from}T00:00:00.000Z`);
    t.is(found?.to, to && `${to}T00:00:00.000Z`);
  });

for (const [question, amount] of [
  ['20 000 pounds sterling in dollars', '20000'],
  ['dreieinhalbtausend Franken in Euro', '3500'],
] as const)
  test(`the amount of "${question}" is ${amount}`, async (t) => {
    t.is((await argumentsOf(question))?.amount, amount);
  });

for (const [question, weeks] of [
  ['when did the NYSE close on Friday', -1],
  ['was London open on Monday', -1],
  ['when does the NYSE close on Friday', 1],
] as const)
  test(`"${question}" is about the ${weeks < 0 ? 'last' : 'next'} such day`, async (t) => {
    const date = (await argumentsOf(question))?.date as string;
    const days = (Date.parse(date) - calendar.today * DAY_MS) / DAY_MS;
    t.true(weeks < 0 ? days >= -7 && days <= 0 : days >= 0 && days <= 7, date);
  });

test('"halb acht" is half past seven', async (t) => {
  t.is((await argumentsOf('jeden Morgen um halb acht ein Briefing zu Growth'))?.time, '07:30');
});

for (const [question, lat] of [
  ['tankers near Cartagena, Colombia', 10],
  ['tankers near Cartagena, Spain', 38],
  ['tankers near Faro, Portugal', 37],
] as const)
  test(`the town of "${question}" is in the country behind its name`, async (t) => {
    const [found = 0] = ((await argumentsOf(question))?.near ?? []) as number[];
    t.is(Math.round(found), lat);
  });

test('a town whose name a similar town of another country has is not chosen silently', async (t) => {
  t.like(await understoodAs('tankers near Cadiz'), { type: 'ask', slot: 'place' });
});

test('a name that shares one word with a vessel is not taken for the vessel', async (t) => {
  t.is((await argumentsOf('is the company Orion Star DMCC under EU sanctions'))?.q, 'Orion Star DMCC');
  t.true(['refuse', 'ask'].includes((await understoodAs('where is the Orion Star')).type));
});

for (const [question, indicator] of [
  ['RSI with 21 periods for Apple', 'rsi:21'],
  ['apple rsi over 9 days', 'rsi:9'],
  ['two hundred day moving average of Shell', 'sma:200'],
] as const)
  test(`the length of the indicator in "${question}" is read`, async (t) => {
    t.deepEqual((await argumentsOf(question))?.indicator, [indicator]);
  });

test('articles in a language are filtered by their language', async (t) => {
  t.like(await argumentsOf('Spanish articles on drought'), { q: 'drought', language: ['es'] });
});

test('a flag that nothing explains is not left out', async (t) => {
  t.not((await understoodAs('show me Zubrowkan-flagged tankers near Malta')).type, 'answer');
});

for (const [question, words] of [
  ['Is Viktor Petrov sanctioned by the UK only?', 'UK'],
  ['Is Gulf Trader on the EU list?', 'EU'],
  ['Does Oleg Sidorov appear on a sanctions list with subsidiaries?', 'subsidiaries'],
  ['Trace the movements of Gulf Trader over the past three days without stops', 'without stops'],
] as const)
  test(`what "${question}" asks for beside the name is named as not applied`, async (t) => {
    const understood = await understoodAs(question);
    t.is(understood.type, 'answer');
    if (understood.type !== 'answer') return;
    t.true([...(understood.left ?? []), ...(understood.unapplied ?? [])].join(' ').includes(words));
  });

test('a German sentence in capitals and small letters is no part of the name to search for', async (t) => {
  const question = 'Würden Sie prüfen, ob die Firma Nordlicht Bunkering GmbH auf einer Sanktionsliste steht?';
  t.is((await argumentsOf(question))?.q, 'Nordlicht Bunkering GmbH');
});

test('what a question about news excludes is not searched for', async (t) => {
  t.is((await argumentsOf('news about strikes in Argentina since Monday excluding sports'))?.q, 'strikes');
});

for (const question of [
  'is viktor petrov or boris ivanov sanctioned',
  'tankers round malacca str',
  'fires near athens georgia',
  'When did I last log in?',
  'Who wrote the article on Tesla?',
  'How many ships pass Suez per day on average?',
  'brief me on growth and pension',
  'tsla vs the market today',
])
  test(`"${question}" is not answered with something else`, async (t) => {
    t.not((await understoodAs(question)).type, 'answer');
  });
