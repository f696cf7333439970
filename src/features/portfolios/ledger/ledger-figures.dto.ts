import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, objects, optional, text, timeOrDay, timestamp, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { type LotMethod, lotMethods } from '../lots/lot-book.js';
import { money, unitPrice, units } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { decimal } from '../transactions/transaction.dto.js';
import type { Income, RealizedGain } from './ledger-entries.js';
import type { OpenLot } from './ledger-figures.service.js';

const MAX_ITEMS = 200_000;
const lotId = () => text(36, 80, /^[0-9a-f-]{36}(?:\/[0-9a-f-]{36})?$/, 'the id of a lot');
const methodText = 'The lot method; by default that of the portfolio.';
const exampleLot = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';

@Dto('By which lot method.')
export class LotQuery {
  @Field(methodText, optional(choice(lotMethods)), { example: 'fifo' })
  method?: LotMethod;
}

@Dto('The period.')
export class PeriodQuery {
  @Field('At this time or later. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2026-01-01',
  })
  from?: string;

  @Field('Before this time. A plain date is the start of that day (UTC).', optional(timeOrDay()), {
    example: '2027-01-01',
  })
  to?: string;
}

@Dto('The period and the lot method.')
export class RealizedQuery extends PeriodQuery {
  @Field(methodText, optional(choice(lotMethods)), { example: 'fifo' })
  method?: LotMethod;
}

@Dto('The remaining units of one purchase.')
export class LotDto {
  @Field('The transaction that opened it; after a spin-off both transactions.', lotId(), { example: exampleLot })
  id!: string;

  @Field('Symbol of the instrument that was bought.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('When it was acquired (UTC); a transfer keeps it.', timestamp())
  acquiredAt!: string;

  @Field('Units left, after splits.', decimal(), { example: '10' })
  quantity!: string;

  @Field('The currency of the cost.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Cost of the units, fees included; null if unknown.', nullable(decimal()), { example: '1896.25' })
  cost!: string | null;

  @Field('Cost per unit; null if unknown.', nullable(decimal()), { example: '189.625' })
  unitCost!: string | null;

  static from({ id, symbol, acquiredAt, quantity, currency, cost }: OpenLot): LotDto {
    const unitCost = unitPrice(cost?.div(quantity) ?? null);
    return Object.assign(new LotDto(), {
      id,
      symbol,
      acquiredAt: new Date(acquiredAt).toISOString(),
      quantity: units(quantity),
      currency,
      cost: money(cost, currency),
      unitCost,
    });
  }
}

@Dto('The gain or loss of one sale from one lot.')
export class RealizedGainDto {
  @Field('The sale.', uuid())
  transactionId!: string;

  @Field('When it was sold (UTC).', timestamp())
  soldAt!: string;

  @Field('Symbol of the instrument that was sold.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Id of the lot that was sold.', lotId(), { example: exampleLot })
  lotId!: string;

  @Field('When the lot was acquired (UTC).', timestamp())
  acquiredAt!: string;

  @Field('Units sold from this lot.', decimal(), { example: '4' })
  quantity!: string;

  @Field('The currency of all amounts.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Proceeds after fees and before taxes.', decimal(), { example: '820.40' })
  proceeds!: string;

  @Field('Cost of the units sold; null if unknown.', nullable(decimal()), { example: '758.50' })
  cost!: string | null;

  @Field('Proceeds minus cost; null if the cost is unknown.', nullable(decimal()), { example: '61.90' })
  gain!: string | null;

  static from({
    transactionId,
    at,
    symbol,
    lotId,
    acquiredAt,
    quantity,
    currency,
    proceeds,
    cost,
    gain,
  }: RealizedGain): RealizedGainDto {
    const times = { soldAt: at.toISOString(), acquiredAt: acquiredAt.toISOString() };
    const amounts = { proceeds: money(proceeds, currency), cost: money(cost, currency), gain: money(gain, currency) };
    return Object.assign(new RealizedGainDto(), {
      transactionId,
      symbol,
      lotId,
      quantity: units(quantity),
      currency,
      ...times,
      ...amounts,
    });
  }
}

const kinds = ['dividend', 'interest', 'fee', 'tax'] as const;

@Dto('Income or costs of a portfolio, other than changes of prices.')
export class IncomeDto {
  @Field('Id of the transaction that paid it.', uuid())
  transactionId!: string;

  @Field('Time of the entry (UTC).', timestamp())
  at!: string;

  @Field('Type of the entry: income, or a fee or tax that was paid.', choice(kinds), { example: 'dividend' })
  type!: (typeof kinds)[number];

  @Field('The symbol; null if it concerns no particular symbol.', nullable(symbol()), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field('The currency of the amount.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The amount; negative for fees, taxes and interest paid.', decimal(), { example: '2.40' })
  amount!: string;

  static from({ transactionId, at, kind, symbol, currency, amount }: Income): IncomeDto {
    return Object.assign(new IncomeDto(), {
      transactionId,
      at: at.toISOString(),
      type: kind,
      symbol,
      currency,
      amount: money(amount, currency),
    });
  }
}

const listOf = (item: new () => object) => objects(item, MAX_ITEMS);

@Dto('The open lots of a portfolio.')
export class LotListDto {
  @Field('The lots, by symbol, then by age.', listOf(LotDto))
  items!: LotDto[];

  @SinglePageCursor()
  nextCursor: null = null;
}

@Dto('Realized gains, one item per sale and lot.')
export class RealizedGainListDto {
  @Field('The gains and losses, by the time of the sale.', listOf(RealizedGainDto))
  items!: RealizedGainDto[];

  @SinglePageCursor()
  nextCursor: null = null;
}

@Dto('Dividends, interest, fees and taxes.')
export class IncomeListDto {
  @Field('The entries, by time.', listOf(IncomeDto))
  items!: IncomeDto[];

  @SinglePageCursor()
  nextCursor: null = null;
}
