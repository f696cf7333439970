import { Decimal } from '../../lots/decimal.js';
import type { TransactionType } from '../../transactions/transaction.js';
import { absolute, type EntryBuilder, referenceOf, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { type CashSigns, type SignedRow, usualCashSigns, usualCostSigns } from './sign-conventions.js';
import { AMBIGUOUS_CASH, bookedCash, signedCost } from './signed-amounts.js';
import { meaningOf, type TypeMeaning } from './transaction-words.js';

/** The columns of Portfolio Performance by field, with English and German headers. */
export const performanceLabels: Record<string, readonly string[]> = {
  date: ['date', 'datum'],
  time: ['time', 'uhrzeit'],
  type: ['type', 'typ'],
  value: ['value', 'wert'],
  currency: ['transactioncurrency', 'buchungswahrung'],
  gross: ['grossamount', 'bruttobetrag'],
  grossCurrency: ['currencygrossamount', 'wahrungbruttobetrag'],
  exchangeRate: ['exchangerate', 'wechselkurs'],
  fee: ['fees', 'gebuhren'],
  tax: ['taxes', 'steuern'],
  quantity: ['shares', 'stuck'],
  isin: ['isin'],
  symbol: ['tickersymbol'],
  name: ['securityname', 'wertpapiername'],
  note: ['note', 'notiz'],
  account: ['securitiesaccount', 'depot', 'cashaccount', 'konto'],
};

const priced: readonly TransactionType[] = ['buy', 'sell', 'transfer', 'dividend'];

/** A record of Portfolio Performance as written: numbers keep their signs. */
export interface PerformanceRow extends SignedRow {
  cells: RowCells;
  tradedAt: string;
  value: string;
  accountCurrency: string | null;
  grossCurrency: string | null;
  exchangeRate: string | null;
  names: readonly [string | null, string | null, string | null];
  note: string | null;
  account: string | null;
}

/** Reads the cells of a record. @returns null, with issues, for a row that cannot be read */
export function readPerformanceRow(cells: RowCells): PerformanceRow | null {
  const tradedAt = cells.date('date', 'time');
  const value = cells.number('value');
  if (value === null && cells.isValid) cells.fail('value', 'required', 'is required');
  const meaning = meaningOfRow(cells, value);
  const [fee, tax, quantity] = [cells.number('fee') ?? '0', cells.number('tax') ?? '0', cells.number('quantity')];
  const [accountCurrency, grossCurrency, exchangeRate] = [
    cells.text('currency'),
    cells.text('grossCurrency'),
    cells.unsigned('exchangeRate'),
  ];
  const [note, account] = [cells.text('note'), cells.text('account')];
  const names = [cells.text('symbol'), cells.text('isin'), cells.text('name')] as const;
  if (meaning === undefined || tradedAt === null || value === null || !cells.isValid) return null;
  const numbers = { fee, tax, quantity, value, cash: value, price: null, amount: value };
  return { cells, tradedAt, meaning, ...numbers, accountCurrency, grossCurrency, exchangeRate, names, note, account };
}

/**
 * Adds the records of a file to the entries. A sign has the same meaning in all records of a file. The format has types
 * of its own for refunds, so a value with another sign than its type has is an issue.
 */
export function addPerformanceRows(rows: readonly PerformanceRow[], builder: EntryBuilder, baseCurrency: string): void {
  const costs = usualCostSigns(rows);
  const signs = usualCashSigns(rows);
  checkSigns(rows);
  for (const row of rows) {
    const [fee, tax] = [signedCost(row, 'fee', costs.fee), signedCost(row, 'tax', costs.tax)];
    if (row.cells.isValid) addRow(row, fee, tax, signs, builder, baseCurrency);
  }
}

/**
 * Reports purchases, sales and deliveries whose sign differs from the sign of most records: the format has no
 * cancellations.
 */
function checkSigns(rows: readonly PerformanceRow[]): void {
  for (const field of ['value', 'quantity'] as const)
    for (const kind of ['buy', 'sell', 'transfer in', 'transfer out']) {
      const own = rows.filter(({ meaning }) => [meaning.type, meaning.direction].join(' ').trim() === kind);
      const balance = own.reduce((sum, row) => sum + signOf(row[field]), 0);
      const isOutgoing = kind === 'sell' || kind === 'transfer out';
      for (const row of own) {
        const sign = signOf(row[field]);
        // The costs of a small sale may exceed its proceeds, so its value may have either sign.
        if (sign === 0 || (field === 'value' && kind === 'sell')) continue;
        if (sign * balance <= 0 || (field === 'quantity' && sign < 0 && !isOutgoing))
          row.cells.fail(field, 'invalid_value', 'has another sign than such rows have; enter a cancellation by hand');
      }
    }
}

/**
 * Adds the entry of a record. `Value` is the amount booked on the account: for a purchase, the gross amount plus fees
 * and taxes; for a sale or a dividend, the gross amount minus fees and taxes. A gross amount in another currency is in
 * the currency of the instrument, in which the entry is then booked; the rate is kept if the account has the currency
 * of the portfolio.
 */
function addRow(
  row: PerformanceRow,
  fee: string,
  tax: string,
  signs: CashSigns,
  builder: EntryBuilder,
  baseCurrency: string,
): void {
  const { cells, meaning, value, accountCurrency, grossCurrency, exchangeRate, names, tradedAt, note, account } = row;
  const { type, direction } = meaning;
  const units = row.quantity && absolute(row.quantity);
  const paid = new Decimal(absolute(value));
  const isOutgoing = type === 'buy' || (type === 'transfer' && direction !== 'out');
  const isReversed = type === 'dividend' && signOf(value) < 0;
  const gross = isOutgoing
    ? paid.minus(fee).minus(tax)
    : new Decimal(type === 'sell' || isReversed ? value : paid).plus(fee).plus(tax);
  if (gross.isNegative() !== isReversed && priced.includes(type)) {
    cells.fail('value', 'invalid_value', 'is less than fees and taxes');
    return;
  }
  const isForeign =
    priced.includes(type) &&
    grossCurrency !== null &&
    grossCurrency !== accountCurrency &&
    exchangeRate !== null &&
    exchangeRate !== '0';
  const currency = isForeign ? grossCurrency : accountCurrency;
  const inCurrency = (amount: Decimal | string): string => {
    const exact = new Decimal(amount);
    return (isForeign ? exact.div(exchangeRate).toDecimalPlaces(12) : exact).toFixed();
  };
  const reference = type === 'deposit' || type === 'withdrawal' ? null : referenceOf(...names, currency);
  const common = {
    tradedAt,
    currency,
    reference,
    rate: isForeign && accountCurrency === baseCurrency ? exchangeRate : null,
    note,
    account,
  };
  const costs = { fee: inCurrency(fee), tax: inCurrency(tax) };
  if (type === 'buy' || type === 'sell')
    builder.add(cells, { ...common, ...costs, type, quantity: units, amount: inCurrency(gross) });
  else if (type === 'dividend')
    builder.add(cells, { ...common, ...costs, type: isReversed ? 'interest' : type, amount: inCurrency(gross) });
  else if (type === 'transfer' && units !== null && units !== '0') {
    const quantity = direction === 'out' ? `-${units}` : units;
    // Costs of a delivery are part of the cost of its units: transfers of units have neither fees nor taxes.
    builder.add(cells, { ...common, type, quantity, amount: direction === 'out' ? null : inCurrency(paid) });
  } else {
    const cash = bookedCash(meaning, value, (one) => ({ ...signs(one), isSigned: false }), false);
    if (cash === null) cells.fail('value', 'invalid_value', AMBIGUOUS_CASH);
    else builder.add(cells, { ...common, ...cash });
  }
}

/** Returns the meaning of a record. Without a type, a negative value is a purchase, and any other one a sale. */
function meaningOfRow(cells: RowCells, value: string | null): TypeMeaning | undefined {
  const text = cells.text('type');
  if (text === null) return { type: signOf(value) < 0 ? 'buy' : 'sell' };
  const meaning = meaningOf(text);
  if (meaning === undefined) cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  return meaning;
}
