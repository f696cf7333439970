import { Decimal } from '../../lots/decimal.js';
import type { TransactionType } from '../../transactions/transaction.js';
import { absolute, type EntryBuilder, referenceOf, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { meaningOf, type TypeMeaning } from './transaction-words.js';

/** The columns of Portfolio Performance, with English and German labels. */
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

/**
 * Reads a record of Portfolio Performance. `Value` is what moves on the account: a purchase costs the gross amount, fees and taxes; a sale or a dividend
 * brings the gross amount less these. A gross amount in another currency is that of the instrument, and is booked in it; the rate
 * is kept when the account has the currency of the portfolio.
 */
export function readPerformanceRow(cells: RowCells, builder: EntryBuilder, baseCurrency: string): void {
  const tradedAt = cells.date('date', 'time');
  const value = cells.number('value');
  if (value === null && cells.isValid) cells.fail('value', 'required', 'is required');
  const meaning = meaningOfRow(cells, value);
  const [fee, tax, units] = [cells.absolute('fee') ?? '0', cells.absolute('tax') ?? '0', cells.absolute('quantity')];
  const [accountCurrency, grossCurrency, exchangeRate] = [cells.text('currency'), cells.text('grossCurrency'), cells.absolute('exchangeRate')];
  const texts = { note: cells.text('note'), account: cells.text('account') };
  const names = [cells.text('symbol'), cells.text('isin'), cells.text('name')] as const;
  if (meaning === undefined || tradedAt === null || value === null) return;
  const { type, direction } = meaning;
  const paid = new Decimal(absolute(value));
  const isOut = type === 'buy' || (type === 'transfer' && direction !== 'out');
  const gross = isOut ? paid.minus(fee).minus(tax) : paid.plus(fee).plus(tax);
  if (gross.isNegative() && priced.includes(type)) {
    cells.fail('value', 'invalid_value', 'is less than fees and taxes');
    return;
  }
  const isForeign = priced.includes(type) && grossCurrency !== null && grossCurrency !== accountCurrency && exchangeRate !== null && exchangeRate !== '0';
  const currency = isForeign ? grossCurrency : accountCurrency;
  const inCurrency = (amount: Decimal | string): string => {
    const exact = new Decimal(amount);
    return (isForeign ? exact.div(exchangeRate).toDecimalPlaces(12) : exact).toFixed();
  };
  const reference = type === 'deposit' || type === 'withdrawal' ? null : referenceOf(...names, currency);
  const common = { tradedAt, currency, reference, rate: isForeign && accountCurrency === baseCurrency ? exchangeRate : null, ...texts };
  const costs = { fee: inCurrency(fee), tax: inCurrency(tax) };
  if (type === 'buy' || type === 'sell') builder.add(cells, { ...common, ...costs, type, quantity: units, amount: inCurrency(gross) });
  else if (type === 'dividend') builder.add(cells, { ...common, ...costs, type, amount: inCurrency(gross) });
  else if (type === 'transfer' && units !== null && units !== '0') {
    const quantity = direction === 'out' ? `-${units}` : units;
    // Costs of a delivery belong to the cost of its units: transfers of units have neither fees nor taxes.
    builder.add(cells, { ...common, type, quantity, amount: direction === 'out' ? null : inCurrency(paid) });
  } else builder.add(cells, { ...common, ...cashOf(meaning, absolute(value)) });
}

function cashOf({ type, direction }: TypeMeaning, amount: string): { type: TransactionType; amount: string } {
  if (direction === 'refund') return { type: 'interest', amount };
  if (direction === 'out') return { type, amount: `-${amount}` };
  return { type, amount };
}

/** Without a type a negative value is a purchase and another one a sale. */
function meaningOfRow(cells: RowCells, value: string | null): TypeMeaning | undefined {
  const text = cells.text('type');
  if (text === null) return { type: signOf(value) < 0 ? 'buy' : 'sell' };
  const meaning = meaningOf(text);
  if (meaning === undefined) cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  return meaning;
}
