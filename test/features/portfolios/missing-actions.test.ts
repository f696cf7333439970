import test from 'ava';
import type { ListedActions } from '../../../src/features/markets/actions/listed-action.js';
import { missingActions } from '../../../src/features/portfolios/proposals/missing-actions.js';
import type { Transaction } from '../../../src/features/portfolios/transactions/transaction.js';
import { type Entry, entry } from '../../support/portfolio-entries.js';

const DAY_MS = 86_400_000;
/** Returns the date of a day, counted from 2026-01-01 as in the entries. */
const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1) + day * DAY_MS).toISOString().slice(0, 10);
const dayOf = (_symbol: string, at: Date) => at.toISOString().slice(0, 10);

const bought: Entry = { type: 'buy', day: 0, symbol: 'KO.US', quantity: '10', price: '60' };
const EX_DAY = 100;

/** Returns the days of the proposals for an action of day 100, with these further transactions. */
async function proposalsOf(
  action: { kind: 'dividend' | 'split'; value?: number; paymentDay?: string },
  entries: readonly Entry[],
  today = dateOf(400),
) {
  const actions = [
    {
      symbol: 'KO.US',
      actions: [{ day: dateOf(EX_DAY), value: 0.5, currency: 'USD', knownSince: dateOf(90), ...action }],
      provenance: { provider: 'test' },
    },
  ] as unknown as ListedActions[];
  const transactions = entries.map((one): Transaction => entry(one));
  return missingActions(transactions, actions, dayOf, today);
}
const paymentDay = dateOf(130);

for (const [kind, day, isProposed] of [
  ['dividend', EX_DAY - 4, true],
  ['dividend', EX_DAY - 3, false],
  ['dividend', 130 + 21, false],
  ['dividend', 130 + 22, true],
  ['split', EX_DAY - 8, true],
  ['split', EX_DAY - 7, false],
  ['split', EX_DAY + 7, false],
  ['split', EX_DAY + 8, true],
] as const)
  test(`a ${kind} booked ${day - EX_DAY} days from its ex-day is ${isProposed ? 'proposed' : 'not proposed'} again`, async (t) => {
    const booked: Entry =
      kind === 'split'
        ? { type: 'split', day, symbol: 'KO.US', quantity: '2' }
        : { type: 'dividend', day, symbol: 'KO.US', amount: '5' };
    const found = await proposalsOf({ kind, value: kind === 'split' ? 2 : 0.5, paymentDay }, [bought, booked]);
    t.is(found.length, isProposed ? 1 : 0);
  });

test('without a day of payment, a dividend is expected within 45 days of the ex-day', async (t) => {
  for (const [day, count] of [
    [EX_DAY + 45 + 21, 0],
    [EX_DAY + 45 + 22, 1],
  ] as const) {
    const booked: Entry = { type: 'dividend', day, symbol: 'KO.US', amount: '5' };
    t.is((await proposalsOf({ kind: 'dividend' }, [bought, booked])).length, count, `${day}`);
  }
});

test('one booked dividend counts for one listed dividend', async (t) => {
  const booked: Entry = { type: 'dividend', day: EX_DAY, symbol: 'KO.US', amount: '5' };
  const listed = (day: number) => ({
    kind: 'dividend',
    day: dateOf(day),
    value: 0.5,
    currency: 'USD',
    paymentDay: dateOf(day + 1),
  });
  const actions = [
    { symbol: 'KO.US', actions: [listed(EX_DAY), listed(EX_DAY + 2)], provenance: { provider: 'test' } },
  ] as unknown as ListedActions[];
  const found = await missingActions([entry(bought), entry(booked)], actions, dayOf, dateOf(400));
  t.deepEqual(
    found.map(({ day }) => day),
    [dateOf(EX_DAY + 2)],
  );
});

test('a dividend counts the units held before the ex-day, and is booked on the day of payment', async (t) => {
  const held = async (day: number) => {
    const more: Entry = { type: 'buy', day, symbol: 'KO.US', quantity: '4', price: '60' };
    const [found] = await proposalsOf({ kind: 'dividend', paymentDay }, [bought, more]);
    return [found?.quantity.toString(), found?.amount?.toString(), found?.bookedOn];
  };
  t.deepEqual(await held(EX_DAY - 1), ['14', '7', paymentDay]);
  t.deepEqual(await held(EX_DAY), ['10', '5', paymentDay]);
});

test('a dividend is proposed from the day of its payment on, and a split from its ex-day on', async (t) => {
  const count = async (kind: 'dividend' | 'split', today: number) =>
    (await proposalsOf({ kind, paymentDay }, [bought], dateOf(today))).length;
  t.deepEqual([await count('dividend', 129), await count('dividend', 130)], [0, 1]);
  t.deepEqual([await count('split', EX_DAY - 1), await count('split', EX_DAY)], [0, 1]);
});

test('nothing is proposed for units that were sold before', async (t) => {
  const sold: Entry = { type: 'sell', day: 50, symbol: 'KO.US', quantity: '10', price: '70' };
  t.deepEqual(await proposalsOf({ kind: 'dividend', paymentDay }, [bought, sold]), []);
  t.deepEqual(await proposalsOf({ kind: 'split', value: 2 }, [sold].slice(1)), []);
});
