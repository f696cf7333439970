import { absolute, type EntryBuilder, type EntryFields, negated, signOf } from './entry-builder.js';
import { addedBySplits, readCorporateAction, readTransfer } from './flex-events.js';
import { currencyOf, flexReference, flexTime, idOf } from './flex-fields.js';
import type { RowCells } from './row-cells.js';

export type FlexKind = 'trade' | 'cash' | 'action' | 'transfer';

/** A record of a statement; its fields are the attribute names in lower case. */
export interface FlexRecord {
  kind: FlexKind;
  cells: RowCells;
}

const levels = ['EXECUTION', 'ORDER', 'SYMBOL_SUMMARY', 'DETAIL', 'SUMMARY'];
const cashIncome: Record<string, 'dividend' | 'interest' | 'tax' | 'fee' | 'deposit'> = {
  dividends: 'dividend',
  'payment in lieu of dividends': 'dividend',
  'withholding tax': 'tax',
  '871(m) withholding': 'tax',
  'broker interest paid': 'interest',
  'broker interest received': 'interest',
  'bond interest paid': 'interest',
  'bond interest received': 'interest',
  'other fees': 'fee',
  'advisor fees': 'fee',
  'commission adjustments': 'fee',
  'deposits & withdrawals': 'deposit',
  'deposits/withdrawals': 'deposit',
};

/**
 * Reads the records of one statement of Interactive Brokers. If there are several levels of detail, only the finest is
 * read. A cancellation and the trade that it cancels are both left out.
 * @param baseCurrency of the portfolio: rates of an account in another currency are not booked
 * @returns the number of records left out
 */
export function readFlexStatement(
  records: readonly FlexRecord[],
  accountCurrency: string | null,
  builder: EntryBuilder,
  baseCurrency: string,
): number {
  const own =
    accountCurrency ??
    records
      .map(({ cells }) => (cells.text('fxratetobase') === '1' ? currencyOf(cells) : null))
      .find((one) => one !== null) ??
    null;
  const rateOf = (cells: RowCells) =>
    own === baseCurrency && currencyOf(cells) !== baseCurrency ? cells.unsigned('fxratetobase') : null;
  const finest = new Map<FlexKind, string | undefined>();
  for (const kind of ['trade', 'cash'] as const)
    finest.set(
      kind,
      levels.find((level) => records.some((one) => one.kind === kind && one.cells.text('levelofdetail') === level)),
    );
  const detailed = records.filter(
    ({ kind, cells }) =>
      finest.get(kind) === undefined || [finest.get(kind), null].includes(cells.text('levelofdetail')),
  );
  const left = withoutCancelled(detailed);
  const added = addedBySplits(left);
  let repeated = 0;
  for (const { kind, cells } of left) {
    if (isCancellation(cells)) continue; // the cancelled trade is missing, which is an issue already
    if (kind === 'trade') readTrade(cells, builder, rateOf(cells));
    else if (kind === 'cash') readCash(cells, builder, rateOf(cells));
    else if (kind === 'transfer') readTransfer(cells, builder);
    else if (!readCorporateAction(cells, builder, added)) repeated += 1;
  }
  return records.length - left.length + repeated;
}

const isCancellation = (cells: RowCells): boolean =>
  /\(Ca\.\)/i.test(cells.text('buysell') ?? '') || cells.text('transactiontype') === 'TradeCancel';

/**
 * Leaves out each cancellation with an earlier trade of the same instrument, trade date and price and the opposite
 * quantity.
 */
function withoutCancelled(records: readonly FlexRecord[]): FlexRecord[] {
  const cancelled = new Set<FlexRecord>();
  const trades = new Map<string, FlexRecord[]>();
  const keyOf = (cells: RowCells, quantity: string) =>
    JSON.stringify([cells.text('symbol'), cells.text('tradedate'), quantity, cells.number('tradeprice')]);
  for (const record of records) {
    if (record.kind !== 'trade') continue;
    const { cells } = record;
    const quantity = cells.number('quantity') ?? '0';
    if (!isCancellation(cells)) {
      const key = keyOf(cells, quantity);
      trades.set(key, [...(trades.get(key) ?? []), record]);
      continue;
    }
    const original = trades.get(keyOf(cells, negated(quantity)))?.pop();
    if (original === undefined)
      cells.fail(
        'transactiontype',
        'unmatched_cancellation',
        'cancels a trade that is not in the file; delete its transaction and import the rest',
      );
    else for (const one of [original, record]) cancelled.add(one);
  }
  return records.filter((record) => !cancelled.has(record));
}

function readTrade(cells: RowCells, builder: EntryBuilder, rate: string | null): void {
  const category = cells.text('assetcategory') ?? cells.text('assetclass') ?? 'STK';
  const tradedAt = flexTime(cells, 'tradedate', 'datetime', 'reportdate');
  const [quantity, price, proceeds] = [
    cells.number('quantity'),
    cells.unsigned('tradeprice'),
    cells.number('proceeds'),
  ];
  const [commission, taxes] = [cells.number('ibcommission') ?? '0', cells.number('taxes') ?? '0'];
  const currency = currencyOf(cells);
  const commissionCurrency = cells.text('ibcommissioncurrency') ?? currency;
  if (tradedAt === null || !cells.isValid) return;
  if (quantity === null) return void cells.fail('quantity', 'required', 'is required');
  const side = /^(BUY|SELL)/i.exec(cells.text('buysell') ?? '')?.[1]?.toUpperCase();
  if ((side === 'BUY' && signOf(quantity) < 0) || (side === 'SELL' && signOf(quantity) > 0))
    return void cells.fail(
      'quantity',
      'invalid_value',
      'has the sign of a cancellation, which the record does not say',
    );
  if (signOf(proceeds) * signOf(quantity) > 0)
    return void cells.fail('proceeds', 'invalid_value', 'must have the opposite sign of the quantity');
  const id = idOf(cells);
  const common = { tradedAt, account: id === null ? cells.text('accountid') : null };
  const own = commissionCurrency === currency;
  const fee = own ? negated(commission) : '0';
  if (category === 'CASH') readExchange(cells, builder, quantity, proceeds, { ...common, fee: '0', externalId: id });
  else if (!['STK', 'FUND', 'ETF', 'BOND', 'BILL', 'CRYPTO'].includes(category))
    return void cells.fail('assetcategory', 'unsupported', 'is a kind of instrument that a ledger does not hold');
  else {
    const isBond = category === 'BOND' || category === 'BILL';
    // Prices of bonds are in percent, so their amount is booked instead.
    const amount = proceeds !== null && (isBond || price === null) ? absolute(proceeds) : null;
    const trade = {
      quantity: absolute(quantity),
      price: isBond ? null : price,
      amount,
      fee,
      tax: negated(taxes),
      rate,
      currency,
    };
    builder.add(cells, {
      ...common,
      ...trade,
      type: signOf(quantity) < 0 ? 'sell' : 'buy',
      reference: flexReference(cells, currency),
      externalId: id,
    });
  }
  if ((!own || category === 'CASH') && commission !== '0')
    builder.add(cells, {
      ...common,
      ...costOf('fee', commission),
      currency: commissionCurrency,
      externalId: id && `${id}/fee`,
    });
}

/** Adds an exchange of currencies as two transfers at the same time: out of one currency and into the other. */
function readExchange(
  cells: RowCells,
  builder: EntryBuilder,
  quantity: string,
  proceeds: string | null,
  common: EntryFieldsOfExchange,
): void {
  const [base, quote] = (cells.text('symbol') ?? '').split('.');
  if (!base || !quote)
    return void cells.fail('symbol', 'invalid_value', 'must be a pair of currencies such as EUR.USD');
  if (proceeds === null) return void cells.fail('proceeds', 'required', 'is required');
  const { externalId, ...rest } = common;
  builder.add(cells, { ...rest, type: 'transfer', currency: base, amount: quantity, externalId });
  builder.add(cells, {
    ...rest,
    type: 'transfer',
    currency: quote,
    amount: proceeds,
    externalId: externalId && `${externalId}/exchange`,
  });
}
type EntryFieldsOfExchange = Pick<EntryFields, 'tradedAt' | 'account' | 'fee'> & { externalId: string | null };

function readCash(cells: RowCells, builder: EntryBuilder, rate: string | null): void {
  const kind = cells.text('type');
  const type = cashIncome[kind?.toLowerCase() ?? ''];
  const tradedAt = flexTime(cells, 'datetime', 'settledate', 'date', 'reportdate');
  const amount = cells.number('amount');
  if (kind === null) return void cells.fail('type', 'required', 'is required');
  if (type === undefined) return void cells.fail('type', 'unknown_type', 'is a type that cannot be imported');
  if (amount === null && cells.isValid) cells.fail('amount', 'required', 'is required');
  if (amount === null || tradedAt === null) return;
  const currency = currencyOf(cells);
  const id = idOf(cells);
  const note = cells.text('description')?.slice(0, 1_000) ?? null;
  const reference = type === 'deposit' || kind === 'Advisor Fees' ? null : flexReference(cells, currency);
  const common = {
    tradedAt,
    currency,
    rate,
    note,
    reference,
    externalId: id,
    account: id === null ? cells.text('accountid') : null,
  };
  if (type === 'deposit')
    builder.add(cells, { ...common, type: signOf(amount) < 0 ? 'withdrawal' : 'deposit', amount: absolute(amount) });
  // A negative dividend reverses an earlier one, which is booked as negative interest.
  else if (type === 'dividend' && signOf(amount) < 0) builder.add(cells, { ...common, type: 'interest', amount });
  else if (type === 'dividend' || type === 'interest') builder.add(cells, { ...common, type, amount });
  else builder.add(cells, { ...common, ...costOf(type, amount) });
}

/** Returns a fee or tax by the sign of its amount: a positive amount is a refund, booked as interest. */
const costOf = (type: 'fee' | 'tax', amount: string) =>
  signOf(amount) > 0 ? ({ type: 'interest', amount } as const) : ({ type, amount: absolute(amount) } as const);
