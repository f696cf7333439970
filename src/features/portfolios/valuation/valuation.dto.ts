import { Dto, Field } from '../../../api/field.js';
import { day, list, nullable, number, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode, knownCurrency } from '../../markets/fx/currency-rule.js';
import { textOf } from '../day.js';
import { money, rateText, unitPrice, units } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { decimal } from '../transactions/transaction.dto.js';
import type { Valuation, ValuedCash, ValuedHolding } from './valuation.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from './valuation-warning.dto.js';

const MAX_HOLDINGS = 10_000;
const warnings = () => objects(ValuationWarningDto, MAX_WARNINGS);
const asOfText = 'The end of this day (UTC).';
const inCurrency = 'in the currency of the response';

// Parameters of a valuation, for query DTOs that extend another class.
export const AsOfField = (): PropertyDecorator =>
  Field('The end of this day (UTC); today by default, and for a day in the future.', optional(day()), {
    example: '2026-11-20',
  });
export const ValuationCurrencyField = (): PropertyDecorator =>
  Field('The currency of values; by default the base currency of the portfolio.', optional(knownCurrency()), {
    example: 'USD',
  });

@Dto('At which day, and in which currency.')
export class ValuationQuery {
  @AsOfField()
  asOf?: string;

  @ValuationCurrencyField()
  currency?: string;
}

@Dto('The units of one symbol and their value.')
export class HoldingDto {
  @Field('Symbol of the instrument held, `<ticker>.<venue>`.', symbol(), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Units held.', decimal(), { example: '10' })
  quantity!: string;

  @Field('The currency of cost and price.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Cost of the units, fees included, in `currency`; null if unknown.', nullable(decimal()), {
    example: '1896.25',
  })
  cost!: string | null;

  @Field('Cost per unit in `currency`; null if unknown.', nullable(decimal()), { example: '189.625' })
  unitCost!: string | null;

  @Field('Closing price in `currency`; null if no price is known.', nullable(decimal()), { example: '205.1' })
  price!: string | null;

  @Field('The day of the price; null without a price.', nullable(day()), { example: '2026-11-20' })
  priceDay!: string | null;

  @Field('The provider of the price; null without a price.', nullable(text(1, 100)), { example: 'simulator' })
  provider!: string | null;

  @Field(`Units of the currency of the response for one of \`currency\`; null if unknown.`, nullable(decimal()), {
    example: '1',
  })
  rate!: string | null;

  @Field(`Value ${inCurrency}; null without a price or rate.`, nullable(decimal()), { example: '2051.00' })
  value!: string | null;

  @Field(
    `Value minus cost ${inCurrency}, each at the rate of its day; null if one of them is unknown.`,
    nullable(decimal()),
    { example: '154.75' },
  )
  unrealizedGain!: string | null;

  @Field('Fraction of the value of the portfolio (0.25 is 25 %); null without a value.', nullable(number()), {
    example: 0.25,
  })
  weight!: number | null;

  static from(
    { symbol, quantity, currency, cost, price, priceDay, provider, rate, value, unrealized, weight }: ValuedHolding,
    shown: string,
  ): HoldingDto {
    return Object.assign(new HoldingDto(), {
      symbol,
      quantity: units(quantity),
      currency,
      cost: money(cost, currency),
      unitCost: unitPrice(cost?.div(quantity) ?? null),
      price: unitPrice(price),
      priceDay: priceDay === null ? null : textOf(priceDay),
      provider,
      rate: rateText(rate),
      value: money(value, shown),
      unrealizedGain: money(unrealized, shown),
      weight,
    });
  }
}

@Dto('The holdings of a portfolio, the largest first.')
export class HoldingListDto {
  @Field(asOfText, day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of values.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The holdings.', objects(HoldingDto, MAX_HOLDINGS))
  items!: HoldingDto[];

  @SinglePageCursor()
  nextCursor!: null;

  @Field('Missing or doubtful inputs of the figures.', warnings())
  warnings!: ValuationWarningDto[];

  static from(valuation: Valuation): HoldingListDto {
    const items = valuation.holdings.map((holding) => HoldingDto.from(holding, valuation.currency));
    return Object.assign(new HoldingListDto(), {
      ...headOf(valuation),
      items,
      nextCursor: null,
      warnings: warningsOf(valuation.warnings),
    });
  }
}

@Dto('Cash of one currency.')
export class CashBalanceDto {
  @Field('Currency of the cash (ISO 4217).', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field('The balance in that currency; negative if more was spent than was there.', decimal(), { example: '250.00' })
  amount!: string;

  @Field('Units of the currency of the response for one of `currency`; null if unknown.', nullable(decimal()), {
    example: '1.08',
  })
  rate!: string | null;

  @Field(`The balance ${inCurrency}; null without a rate.`, nullable(decimal()), { example: '270.00' })
  value!: string | null;

  static from({ currency, amount, rate, value }: ValuedCash, shown: string): CashBalanceDto {
    return Object.assign(new CashBalanceDto(), {
      currency,
      amount: money(amount, currency),
      rate: rateText(rate),
      value: money(value, shown),
    });
  }
}

@Dto('The cash of a portfolio, one balance per currency.')
export class CashListDto {
  @Field(asOfText, day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of values.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The balances that are not zero.', objects(CashBalanceDto, 200))
  items!: CashBalanceDto[];

  @SinglePageCursor()
  nextCursor!: null;

  static from(valuation: Valuation): CashListDto {
    return Object.assign(new CashListDto(), {
      ...headOf(valuation),
      items: valuation.cash.map((cash) => CashBalanceDto.from(cash, valuation.currency)),
      nextCursor: null,
    });
  }
}

@Dto('The value of a portfolio.')
export class ValuationDto {
  @Field(asOfText, day(), { example: '2026-11-20' })
  asOf!: string;

  @Field('The currency of all amounts.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('Holdings and cash; what cannot be valued is left out and listed in `warnings`.', decimal(), {
    example: '2321.00',
  })
  value!: string;

  @Field('Holdings alone.', decimal(), { example: '2051.00' })
  holdingsValue!: string;

  @Field('Cash alone.', decimal(), { example: '270.00' })
  cashValue!: string;

  @Field('Cost of the holdings, each lot at the rate of its day; null if one is unknown.', nullable(decimal()), {
    example: '1896.25',
  })
  cost!: string | null;

  @Field('Value of the holdings minus their cost; null if one is unknown.', nullable(decimal()), { example: '154.75' })
  unrealizedGain!: string | null;

  @Field('The providers of prices.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures.', warnings())
  warnings!: ValuationWarningDto[];

  static from(valuation: Valuation): ValuationDto {
    const { currency, value, holdingsValue, cashValue, holdings } = valuation;
    const total = (of: (holding: ValuedHolding) => ValuedHolding['value']) =>
      holdings.reduce<ValuedHolding['value']>(
        (sum, holding) => (sum === null ? null : (of(holding)?.plus(sum) ?? null)),
        holdingsValue.minus(holdingsValue),
      );
    return Object.assign(new ValuationDto(), {
      ...headOf(valuation),
      value: money(value, currency),
      holdingsValue: money(holdingsValue, currency),
      cashValue: money(cashValue, currency),
      cost: money(
        total(({ costInCurrency }) => costInCurrency),
        currency,
      ),
      unrealizedGain: money(
        total(({ unrealized }) => unrealized),
        currency,
      ),
      providers: [...new Set(holdings.flatMap(({ provider }) => (provider === null ? [] : [provider])))],
      warnings: warningsOf(valuation.warnings),
    });
  }
}

const headOf = ({ day, currency }: Valuation) => ({ asOf: textOf(day), currency });
