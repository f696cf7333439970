import type { FieldProblem } from '../../../api/problem.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { TransactionContent } from './transaction.js';

/** The first days of the instruments of a transaction; null if unknown. */
export interface FirstDays {
  symbol: string | null;
  newSymbol: string | null;
}

/** Time by which a day begins earlier in the easternmost time zone than in UTC (ms). */
const EASTERNMOST_MS = 14 * HOUR_MS;
/**
 * Tolerance before a first day (ms): units are allotted, and some are traded off the exchange, days before a listing
 * (Infineon two weeks, Xiaomi six days).
 */
const TRADED_EARLIER_MS = 14 * DAY_MS;
/** Tolerance for spin-offs (ms): their units are booked some days before they are first traded. */
const BOOKED_EARLIER_MS = 30 * DAY_MS;

/**
 * Returns the problems of a transaction's time if it is well before the first day of its instrument.
 * @param renamedUntil time (ms) at which the ledger last changes the symbol to another one; undefined: never. Until
 * then the symbol may have named another instrument, so its first day is not compared.
 */
export function firstDayProblems(
  { type, tradedAt, symbol, newSymbol }: Pick<TransactionContent, 'type' | 'tradedAt' | 'symbol' | 'newSymbol'>,
  firstDays: FirstDays,
  renamedUntil: number | undefined,
): FieldProblem[] {
  const time = tradedAt.getTime();
  const isBefore = (firstDay: string | null, tolerance: number) =>
    firstDay !== null && time < Date.parse(firstDay) - EASTERNMOST_MS - tolerance;
  const refusal = (text: string, firstDay: string | null, hint = '') => [
    { pointer: '/tradedAt', detail: `must not be before ${firstDay}, the first day of ${text}${hint}` },
  ];
  if (newSymbol !== null && isBefore(firstDays.newSymbol, BOOKED_EARLIER_MS))
    return refusal(newSymbol, firstDays.newSymbol);
  const isRenamed = type === 'symbol_change' || (renamedUntil !== undefined && time <= renamedUntil);
  if (symbol === null || isRenamed || !isBefore(firstDays.symbol, TRADED_EARLIER_MS)) return [];
  return refusal(
    symbol,
    firstDays.symbol,
    '; if the symbol named another instrument then, add its symbol change first',
  );
}
