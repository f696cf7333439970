import type { FieldProblem } from '../../../api/problem.js';
import { DAY_MS, HOUR_MS } from '../../../time/durations.js';
import type { TransactionContent } from './transaction.js';

/** The first days of the instruments of a transaction; null: unknown. */
export interface FirstDays {
  symbol: string | null;
  newSymbol: string | null;
}

/** A day begins so much earlier than in UTC in the easternmost time zone. */
const EASTERNMOST_MS = 14 * HOUR_MS;
/**
 * Units are allotted, and some are traded off the exchange, days before a listing: Infineon's two weeks, Xiaomi's six
 * days before.
 */
const TRADED_EARLIER_MS = 14 * DAY_MS;
/** The units of a spin-off are booked some days before they are first traded. */
const BOOKED_EARLIER_MS = 30 * DAY_MS;

/**
 * Returns the problems of a transaction's time that names an instrument well before its first day.
 * @param renamedUntil when (ms) the ledger last changes the symbol to another one; undefined: never. Until then the
 * symbol may have named another instrument than now, so its first day is not compared.
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
