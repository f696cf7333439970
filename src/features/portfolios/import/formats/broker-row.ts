import { Decimal } from '../../lots/decimal.js';
import { type BrokerField, type BrokerFormat, type CostField, costFields } from './broker-format.js';
import { negated, signOf } from './entry-builder.js';
import type { RowCells } from './row-cells.js';
import { readTradeRow, type TradeRow } from './trade-row.js';
import { meaningOf, type TypeMeaning, wordOf } from './transaction-words.js';

/**
 * Reads a record of a broker. Costs in another currency than the trade become fees of their own.
 * @returns null for a record that the format leaves out; no rows, with issues, for one that cannot be read
 */
export function readBrokerRow(cells: RowCells, format: BrokerFormat): TradeRow[] | null {
  for (const [field, words] of Object.entries(format.leftOut ?? {}))
    if (words.includes(wordOf(cells.text(field) ?? ''))) return null;
  const row = readTradeRow(cells, 'table', () => brokerMeaning(cells, format));
  if (row === null) return [];
  const priced = inCurrency(row, format);
  const costs = costsOf(cells, format, priced.currency);
  const tax = format.costSign === -1 ? negated(row.tax) : row.tax;
  checkTaxCurrency(priced);
  const own = costs.filter(({ currency }) => currency === priced.currency);
  const fee = own.reduce((sum, { value }) => sum.plus(value), new Decimal(0)).toFixed();
  const main = grossRow({ ...priced, fee, tax }, format);
  const others = costs.filter(({ currency }) => currency !== priced.currency);
  return cells.isValid ? [main, ...others.map((cost) => feeRow(main, cost))] : [];
}

/** Returns the meaning of the type of a record; undefined, with an issue, for a type that cannot be imported. */
function brokerMeaning(cells: RowCells, format: BrokerFormat): TypeMeaning | undefined {
  if (format.isTypedByQuantity) {
    const sign = signOf(cells.number('quantity'));
    if (sign !== 0) return { type: sign > 0 ? 'buy' : 'sell' };
    cells.fail('quantity', 'required', 'is required: its sign says whether units were bought or sold');
    return undefined;
  }
  const text = [cells.text('type'), cells.text('side')].filter((one) => one !== null).join(' ');
  const word = wordOf(text);
  if (word === '') {
    cells.fail('type', 'required', 'is required');
    return undefined;
  }
  const types = format.types ?? {};
  const begun = format.beginsWithType && Object.keys(types).find((one) => word.startsWith(one));
  const meaning = types[begun || word] ?? meaningOf(text);
  if (meaning === undefined) cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  return meaning;
}

/**
 * Returns a row in the currency of its price. An amount in another currency is left out if quantity and price give it;
 * without them the row is in the currency of its amount.
 */
function inCurrency(row: TradeRow, format: BrokerFormat): TradeRow {
  const { cells, meaning, quantity } = row;
  const perShare = meaning.type === 'dividend' && row.price === null ? cells.number('dividendPrice') : null;
  const price = row.price ?? perShare;
  const own = format.currency ?? row.currency;
  const amountCurrency = cells.text('amountCurrency') ?? own;
  const hasProduct = quantity !== null && price !== null && signOf(price) !== 0;
  const currency = hasProduct ? (own ?? amountCurrency) : (amountCurrency ?? own);
  // A dividend per share is gross; the amount beside it is what remained.
  const amount = currency === amountCurrency && perShare === null ? row.amount : null;
  const isTrade = meaning.type === 'buy' || meaning.type === 'sell';
  const product = hasProduct ? new Decimal(quantity).times(price).toFixed() : null;
  const cash = isTrade || signOf(amount) !== 0 ? amount : product;
  const symbol = row.reference?.symbol ?? null;
  const reference = row.reference && {
    ...row.reference,
    currency: currency ?? row.reference.currency,
    symbol: format.isCrypto && symbol !== null && currency !== null ? `${symbol}-${currency}` : symbol,
  };
  return { ...row, price, amount, cash, currency, reference };
}

interface Cost {
  field: CostField;
  value: string;
  currency: string | null;
}

/** Returns the costs of a record, positive, with their currencies. */
function costsOf(cells: RowCells, format: BrokerFormat, currency: string | null): Cost[] {
  const costs: Cost[] = [];
  for (const field of costFields) {
    const written = cells.number(field);
    if (written === null || written === '0') continue;
    const value = format.costSign === -1 ? negated(written) : written;
    costs.push({ field, value, currency: cells.text(`${field}Currency`) ?? format.costCurrency ?? currency });
  }
  return costs;
}

function checkTaxCurrency({ cells, tax, currency }: TradeRow): void {
  const field: BrokerField = 'taxCurrency';
  const given = cells.text(field);
  if (tax !== '0' && given !== null && given !== currency)
    cells.fail(field, 'currency_mismatch', 'is not the currency of the row, so the tax cannot be booked with it');
}

/** Returns a row whose amount is gross: what came in, before its costs and taxes. */
function grossRow(row: TradeRow, format: BrokerFormat): TradeRow {
  const { meaning, cash, fee, tax } = row;
  const isTrade = meaning.type === 'buy' || meaning.type === 'sell' || meaning.type === 'split';
  if (format.isNet !== true || isTrade || cash === null || (fee === '0' && tax === '0')) return row;
  const gross = new Decimal(cash).plus(fee).plus(tax).toFixed();
  return { ...row, amount: gross, cash: gross };
}

/** Returns the row of a cost in another currency. Its amount is negative, as money leaves. */
const feeRow = (row: TradeRow, { field, value, currency }: Cost): TradeRow => ({
  ...row,
  meaning: { type: 'fee' },
  quantity: null,
  price: null,
  amount: negated(value),
  cash: negated(value),
  fee: '0',
  tax: '0',
  currency,
  reference: null,
  externalId: row.externalId && `${row.externalId}:${field}`,
  split: null,
});
