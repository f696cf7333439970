import { DAY_MS } from '../../../time/durations.js';
import { Decimal, zero } from '../lots/decimal.js';
import type { TransactionContent, TransactionType } from '../transactions/transaction.js';
import { type DailySeries, pointAt } from '../valuation/daily-series.js';
import type { DailyAction } from './corporate-actions.js';
import {
  DEMONSTRATION_NOTE,
  DEMONSTRATION_START,
  DIVIDEND_TAX,
  firstDeposits,
  firstPurchases,
  modelWeights,
  quarterly,
  sales,
  tradeFee,
  yearlyFee,
} from './demonstration-plan.js';

/** Closing prices as traded, and corporate actions of an instrument. */
export interface DemonstrationMarket {
  prices: DailySeries;
  actions: readonly DailyAction[];
}

export const demonstrationSymbols = firstPurchases.map(({ symbol }) => symbol);
/** Returns the external id of a transaction of the demonstration. */
export const demonstrationId = (kind: 'own' | 'model', number: number): string => `demonstration:${kind}:${number}`;

const dayNumber = (text: string): number => Date.parse(text) / DAY_MS;
const currencies = new Map(firstPurchases.map(({ symbol, currency }) => [symbol, currency]));
/** Time of trades within their day (ms): at its end, after corporate actions. */
const TRADE_HOUR_MS = 21 * 3_600_000;
/** Value of the model portfolio on its first day, in USD. */
const MODEL_VALUE = 100_000;

type Given = Partial<TransactionContent> & { type: TransactionType; currency: string };

/**
 * Builds the transactions of the demonstration, in the order of time, from market prices until `lastDay` (days since
 * 1970-01-01).
 */
export function demonstrationTransactions(
  markets: ReadonlyMap<string, DemonstrationMarket>,
  lastDay: number,
): TransactionContent[] {
  const start = dayNumber(DEMONSTRATION_START);
  const entries: TransactionContent[] = [];
  const held = new Map<string, Decimal>();
  const add = (day: number, given: Given, offsetMs = TRADE_HOUR_MS) =>
    entries.push(contentOf('own', entries.length + 1, day * DAY_MS + offsetMs, given));
  const buy = (day: number, symbol: string, amount: number) => {
    const price = priceOf(markets, symbol, day);
    const quantity = new Decimal(amount).div(price).toDecimalPlaces(symbol.endsWith('.CC') ? 4 : 0, Decimal.ROUND_DOWN);
    if (quantity.isZero()) return;
    add(day, { type: 'buy', symbol, quantity, price, currency: currencyOf(symbol), fee: feeOf(quantity.times(price)) });
    held.set(symbol, quantity.plus(held.get(symbol) ?? zero));
  };
  for (let day = start; day <= lastDay; day += 1) {
    for (const [symbol, { actions }] of markets)
      for (const action of actions) if (action.day === day) apply(symbol, action);
    const date = new Date(day * DAY_MS);
    const isTurn = date.getUTCDate() === 15 && date.getUTCMonth() % 3 === 0 && day > start;
    if (day === start) {
      for (const [currency, amount] of Object.entries(firstDeposits))
        add(day, { type: 'deposit', currency, amount: new Decimal(amount) }, 0);
      for (const { symbol, amount } of firstPurchases) buy(day, symbol, amount);
    }
    if (isTurn) {
      const turn = date.getUTCFullYear() * 4 + date.getUTCMonth() / 3;
      add(day, { type: 'deposit', currency: quarterly.currency, amount: new Decimal(quarterly.amount) }, 0);
      if (date.getUTCMonth() === 0)
        add(day, { type: 'fee', currency: yearlyFee.currency, amount: new Decimal(yearlyFee.amount) }, 0);
      buy(day, quarterly.symbols[turn % quarterly.symbols.length] as string, quarterly.amount - 100);
    }
    for (const { day: text, symbol, share } of sales) if (dayNumber(text) === day) sell(symbol, share, day);
  }
  return entries;

  function sell(symbol: string, share: number, day: number): void {
    const units = held.get(symbol) ?? zero;
    const [quantity, price] = [
      units.times(share).toDecimalPlaces(symbol.endsWith('.CC') ? 4 : 0, Decimal.ROUND_DOWN),
      priceOf(markets, symbol, day),
    ];
    if (quantity.isZero()) return;
    add(day, {
      type: 'sell',
      symbol,
      quantity,
      price,
      currency: currencyOf(symbol),
      fee: feeOf(quantity.times(price)),
    });
    held.set(symbol, units.minus(quantity));
  }

  function apply(symbol: string, { kind, day, value }: DailyAction): void {
    const quantity = held.get(symbol) ?? zero;
    if (quantity.isZero()) return;
    const currency = currencyOf(symbol);
    if (kind === 'split') {
      add(day, { type: 'split', symbol, quantity: new Decimal(value), currency }, 0);
      held.set(symbol, quantity.times(value));
      return;
    }
    const amount = cents(quantity.times(value));
    add(day, { type: 'dividend', symbol, amount, tax: cents(amount.times(DIVIDEND_TAX)), currency }, 0);
  }
}

/** Builds the purchases of the model portfolio, at the closing prices of a day. */
export function modelTransactions(
  markets: ReadonlyMap<string, DemonstrationMarket>,
  day: number,
  rates: ReadonlyMap<string, number>,
): TransactionContent[] {
  return Object.entries(modelWeights).map(([symbol, weight], index) => {
    const [currency, price] = [currencyOf(symbol), priceOf(markets, symbol, day)];
    const amount = new Decimal(MODEL_VALUE).times(weight).div(rates.get(currency) ?? 1);
    const quantity = amount.div(price).toDecimalPlaces(4);
    return contentOf('model', index + 1, day * DAY_MS + TRADE_HOUR_MS, {
      type: 'buy',
      symbol,
      quantity,
      price,
      currency,
    });
  });
}

const currencyOf = (symbol: string): string => currencies.get(symbol) as string;
const cents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);
const feeOf = (amount: Decimal): Decimal => Decimal.max(tradeFee.min, cents(amount.times(tradeFee.share)));

/** Returns the price of a symbol on a day. @throws Error for a day before the first price */
function priceOf(markets: ReadonlyMap<string, DemonstrationMarket>, symbol: string, day: number): Decimal {
  const series = markets.get(symbol)?.prices;
  const point = series && pointAt(series, day);
  if (point === undefined) throw new Error(`No price of ${symbol}`);
  return new Decimal(point.value);
}

function contentOf(kind: 'own' | 'model', number: number, time: number, given: Given): TransactionContent {
  const nothing = {
    symbol: null,
    quantity: null,
    price: null,
    amount: null,
    rate: null,
    newSymbol: null,
    costFraction: null,
    lotIds: null,
  };
  return {
    ...nothing,
    tradedAt: new Date(time),
    fee: zero,
    tax: zero,
    note: DEMONSTRATION_NOTE,
    externalId: demonstrationId(kind, number),
    ...given,
  };
}
