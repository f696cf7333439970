import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, optional, text, timeOrDay, timestamp, uuid } from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { UpdatedAt, Version } from '../../../resources/resource-dto.js';
import type { Order } from '../../../time/sort-order.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { Decimal } from '../lots/decimal.js';
import { symbol } from '../portfolio.dto.js';
import { type Transaction, type TransactionContent, type TransactionType, transactionTypes } from './transaction.js';

const LOTS = 1_000;
/** The rule for exact decimals with at most 20 digits before and 18 after the point. */
export const decimal = () =>
  text(1, 40, /^-?(?:0|[1-9]\d{0,19})(?:\.\d{1,18})?$/, 'a decimal number as text, such as "1250.40"');
const note = () => text(1, 1_000);
const externalId = () => text(1, 200);

const says = {
  type:
    '`buy`, `sell`: units against cash; `dividend`, `interest`, `fee`, `tax`; `deposit`, `withdrawal`: cash ' +
    'from and to outside; `transfer`: units or cash in (positive) or out (negative) without a sale; ' +
    '`split`: `quantity` new units for each old one (0.1 for a reverse split 1:10); `spin_off`: `quantity` ' +
    'units of `newSymbol` for each unit of `symbol`, with `costFraction` of the cost; `symbol_change`: the units ' +
    'of `symbol` are now of `newSymbol`.',
  tradedAt: 'When it was traded (UTC). A plain date is the start of that day.',
  symbol: 'The symbol; null for cash.',
  quantity: 'Units, as a decimal; null for cash.',
  price: 'Price per unit in `currency`; null if `amount` is given.',
  amount:
    'Gross amount in `currency`, before fee and tax; by default `quantity` × `price`. For a transfer of ' +
    'units, their cost; null if unknown.',
  currency:
    'The currency of all amounts: that of the instrument for trades (ISO 4217). Amounts in hundredths as ' +
    'quoted by exchanges (`GBX`, `ZAC`, `ILA`) are converted: 7324 `GBX` become 73.24 `GBP`.',
  fee: 'Fee in `currency`; it raises the cost of a purchase and lowers the proceeds of a sale.',
  tax: 'Tax in `currency`, kept apart from gains.',
  rate:
    'Units of the base currency of the portfolio for one of `currency`, as booked; null: the rate of the ' +
    'day is used.',
  newSymbol: 'The symbol after a symbol change, or that a spin-off creates; null otherwise.',
  costFraction: 'For a spin-off, the fraction of the cost that moves to the new symbol, 0 to 1; null otherwise.',
  lotIds:
    'Lots that a sale takes, in this order, as the ids of the transactions that opened them; null: by the lot method.',
  note: 'A note; null for no note.',
  externalId: 'The id in the system it comes from, unique in the portfolio; null if unknown.',
};
const lotId = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';

@Dto('A transaction to add. Numbers are decimals as text, so that they stay exact.')
export class NewTransactionDto {
  @Field(says.type, choice(transactionTypes), { example: 'buy' })
  type!: TransactionType;

  @Field(says.tradedAt, timeOrDay(), { example: '2026-11-02' })
  tradedAt!: string;

  @Field(says.symbol, optional(nullable(symbol())), { example: 'AAPL.US' })
  symbol?: string | null;

  @Field(says.quantity, optional(nullable(decimal())), { example: '10' })
  quantity?: string | null;

  @Field(says.price, optional(nullable(decimal())), { example: '189.5' })
  price?: string | null;

  @Field(says.amount, optional(nullable(decimal())), { example: null })
  amount?: string | null;

  @Field(says.currency, currencyCode(), { example: 'USD' })
  currency!: string;

  @Field(`${says.fee} Default: 0.`, optional(decimal()), { example: '1.25' })
  fee: string = '0';

  @Field(`${says.tax} Default: 0.`, optional(decimal()), { example: '0' })
  tax: string = '0';

  @Field(says.rate, optional(nullable(decimal())), { example: null })
  rate?: string | null;

  @Field(says.newSymbol, optional(nullable(symbol())), { example: null })
  newSymbol?: string | null;

  @Field(says.costFraction, optional(nullable(decimal())), { example: null })
  costFraction?: string | null;

  @Field(says.lotIds, optional(nullable(list(uuid(), LOTS, 1))), { example: null })
  lotIds?: string[] | null;

  @Field(says.note, optional(nullable(note())), { example: 'Monthly plan' })
  note?: string | null;

  @Field(says.externalId, optional(nullable(externalId())), { example: 'broker-4711' })
  externalId?: string | null;
}

@Dto('Changes to a transaction (RFC 7396). Omitted fields are unchanged.')
export class TransactionChangesDto {
  @Field(says.type, optional(choice(transactionTypes)), { example: 'buy' })
  type?: TransactionType;

  @Field(says.tradedAt, optional(timeOrDay()), { example: '2026-11-02' })
  tradedAt?: string;

  @Field(says.symbol, optional(nullable(symbol())), { example: 'AAPL.US' })
  symbol?: string | null;

  @Field(says.quantity, optional(nullable(decimal())), { example: '12' })
  quantity?: string | null;

  @Field(says.price, optional(nullable(decimal())), { example: '189.5' })
  price?: string | null;

  @Field(says.amount, optional(nullable(decimal())), { example: null })
  amount?: string | null;

  @Field(says.currency, optional(currencyCode()), { example: 'USD' })
  currency?: string;

  @Field(says.fee, optional(decimal()), { example: '1.25' })
  fee?: string;

  @Field(says.tax, optional(decimal()), { example: '0' })
  tax?: string;

  @Field(says.rate, optional(nullable(decimal())), { example: null })
  rate?: string | null;

  @Field(says.newSymbol, optional(nullable(symbol())), { example: null })
  newSymbol?: string | null;

  @Field(says.costFraction, optional(nullable(decimal())), { example: null })
  costFraction?: string | null;

  @Field(says.lotIds, optional(nullable(list(uuid(), LOTS, 1))), { example: null })
  lotIds?: string[] | null;

  @Field(says.note, optional(nullable(note())), { example: 'Monthly plan' })
  note?: string | null;

  @Field(says.externalId, optional(nullable(externalId())), { example: 'broker-4711' })
  externalId?: string | null;
}

@Dto('One transaction of a portfolio.')
export class TransactionDto {
  @Field('Identifier (UUIDv7). For a purchase or transfer, the id also names the lot that it opened.', uuid())
  id!: string;

  @Field('Id of the portfolio that the transaction belongs to.', uuid())
  portfolioId!: string;

  @Field(says.type, choice(transactionTypes), { example: 'buy' })
  type!: TransactionType;

  @Field('When it was traded (UTC).', timestamp(), { example: '2026-11-02T00:00:00.000Z' })
  tradedAt!: string;

  @Field(says.symbol, nullable(symbol()), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field(says.quantity, nullable(decimal()), { example: '10' })
  quantity!: string | null;

  @Field(says.price, nullable(decimal()), { example: '189.5' })
  price!: string | null;

  @Field(says.amount, nullable(decimal()), { example: null })
  amount!: string | null;

  @Field(says.currency, currencyCode(), { example: 'USD' })
  currency!: string;

  @Field(says.fee, decimal(), { example: '1.25' })
  fee!: string;

  @Field(says.tax, decimal(), { example: '0' })
  tax!: string;

  @Field(says.rate, nullable(decimal()), { example: null })
  rate!: string | null;

  @Field(says.newSymbol, nullable(symbol()), { example: null })
  newSymbol!: string | null;

  @Field(says.costFraction, nullable(decimal()), { example: null })
  costFraction!: string | null;

  @Field(says.lotIds, nullable(list(uuid(), LOTS, 1)), { example: [lotId] })
  lotIds!: string[] | null;

  @Field(says.note, nullable(note()), { example: 'Monthly plan' })
  note!: string | null;

  @Field(says.externalId, nullable(externalId()), { example: 'broker-4711' })
  externalId!: string | null;

  @Field('When it was added (UTC).', timestamp())
  createdAt!: string;

  @UpdatedAt() updatedAt!: string;

  @Version() version!: number;

  static from({ tradedAt, createdAt, updatedAt, lotIds, ...entry }: Transaction): TransactionDto {
    const numbers = Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, value instanceof Decimal ? value.toFixed() : value]),
    );
    const times = {
      tradedAt: tradedAt.toISOString(),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
    return Object.assign(new TransactionDto(), { ...numbers, ...times, lotIds: lotIds === null ? null : [...lotIds] });
  }
}

@Dto('The transactions to list.')
export class TransactionQuery extends PageQuery {
  @OrderField('by `tradedAt`', 'asc')
  order: Order = 'asc';

  @Field('Only these types.', optional(list(choice(transactionTypes), transactionTypes.length, 1)), {
    example: ['buy', 'sell'],
  })
  type?: TransactionType[];

  @Field('Only transactions of these symbols.', optional(list(symbol(), 200, 1)), { example: ['AAPL.US'] })
  symbol?: string[];

  @Field(
    'Only transactions at this time or later. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-01-01' },
  )
  from?: string;

  @Field('Only transactions before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-11-21',
  })
  to?: string;
}

export const TransactionPageDto = pageOf(
  TransactionDto,
  'TransactionPageDto',
  'A page of transactions by the time of the trade, oldest first by default.',
);

const numberOf = (value: string | null): Decimal | null => (value === null ? null : new Decimal(value));
const upper = (value: string | null): string | null => value?.toUpperCase() ?? null;
const readers = {
  symbol: upper,
  newSymbol: upper,
  quantity: numberOf,
  price: numberOf,
  amount: numberOf,
  rate: numberOf,
  costFraction: numberOf,
  fee: numberOf,
  tax: numberOf,
  tradedAt: (value: string | null) => new Date(value as string),
} as const;

/** Returns the members that a request body contains, in the types of the domain. */
export function changesOf(body: object): Partial<TransactionContent> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => [name, name in readers ? readers[name as keyof typeof readers](value) : value]),
  );
}

/** Returns a complete transaction; members that the request body omits are null. */
export function contentOf(body: NewTransactionDto): TransactionContent {
  const nothing = {
    symbol: null,
    quantity: null,
    price: null,
    amount: null,
    rate: null,
    newSymbol: null,
    costFraction: null,
    lotIds: null,
    note: null,
    externalId: null,
  };
  return { ...nothing, ...changesOf(body) } as TransactionContent;
}
