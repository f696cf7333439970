import { readDay, readNumber, readRecord } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import { readRows } from './answer-rows.js';
import { requirePrice } from './answer-values.js';
import { type ReferenceDay, withUnusable } from './reference-rates.js';

/**
 * Reads `GET /v1/latest` and `GET /v1/{day}`: `{ amount, base, date, rates }`, of the last day with rates on or before
 * the requested one.
 */
export function frankfurterDay(body: unknown): ReferenceDay {
  const { date, rates, ...head } = readRecord(body, 'The answer');
  requireEuro(head);
  return { day: readDay(date, 'date'), ...readRates(rates) };
}

/** Reads `GET /v1/{from}..{to}`: `{ amount, base, start_date, end_date, rates: { day: { … } } }`. @returns ascending */
export function frankfurterDays(body: unknown): ReferenceDay[] {
  const { rates, ...head } = readRecord(body, 'The answer');
  requireEuro(head);
  const { rows } = readRows(Object.entries(readRecord(rates, 'rates')), 'The list of days', (row) => {
    const [day, ofDay] = row as [string, unknown];
    return { day: readDay(day, 'A day'), ...readRates(ofDay) };
  });
  return rows.sort((a, b) => (a.day < b.day ? -1 : 1));
}

function requireEuro({ amount, base }: Record<string, unknown>): void {
  if (base !== 'EUR' || readNumber(amount, 'amount') !== 1) throw badAnswer('The rates are not for one euro.');
}

function readRates(body: unknown): Pick<ReferenceDay, 'rates' | 'unusable'> {
  const { rows } = readRows(Object.entries(readRecord(body, 'The rates')), 'The rates', (row) => {
    const [currency, rate] = row as [string, unknown];
    if (!/^[A-Z]{3}$/.test(currency)) throw badAnswer('A rate has no currency.');
    return [currency, requirePrice(rate, 'A rate')] as const;
  });
  if (rows.length === 0) throw badAnswer('There are no rates.');
  return withUnusable(Object.fromEntries(rows), Object.keys(readRecord(body, 'The rates')));
}
