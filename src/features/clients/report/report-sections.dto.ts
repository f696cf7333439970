import { Dto, Field } from '../../../api/field.js';
import { choice, day, nullable, number, text, uuid } from '../../../api/rules.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { textOf } from '../../portfolios/day.js';
import { money, unitPrice, units } from '../../portfolios/lots/rounding.js';
import type { Performance } from '../../portfolios/performance/performance.js';
import { benchmarkText } from '../client.dto.js';
import { amount } from '../summary/client-figures.dto.js';
import type {
  ReportHolding,
  ReportIncome,
  ReportPeriod,
  ReportPoint,
  ReportPortfolio,
  ReportSale,
} from './client-report.js';

const share = () => nullable(number());
const nameText = 'The name of the instrument; null if it is unknown.';
const instrumentName = () => nullable(text(1, 300));

@Dto('The value of one portfolio in a report.')
export class ReportPortfolioDto {
  @Field('Id of the reported portfolio.', uuid())
  portfolioId!: string;

  @Field('The name of the portfolio.', text(1, 100), { example: 'Retirement' })
  name!: string;

  @Field('Value of holdings and cash, in the currency of the report.', amount(), { example: '125000.00' })
  value!: string;

  @Field('Value of the cash, in the currency of the report.', amount(), { example: '2500.00' })
  cashValue!: string;

  static from({ id, name, value, cashValue }: ReportPortfolio, currency: string): ReportPortfolioDto {
    return Object.assign(new ReportPortfolioDto(), {
      portfolioId: id,
      name,
      value: money(value, currency),
      cashValue: money(cashValue, currency),
    });
  }
}

@Dto('A holding over all portfolios of a client.')
export class ReportHoldingDto {
  @Field('Symbol of the instrument held.', symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @Field(nameText, instrumentName(), { example: 'Apple Inc.' })
  name!: string | null;

  @Field('Units held.', amount(), { example: '10' })
  quantity!: string;

  @Field('Closing price of a unit, in `priceCurrency`; null without a price.', nullable(amount()), {
    example: '223.42',
  })
  price!: string | null;

  @Field('Currency of the price (ISO 4217, or the code of a crypto-asset); null if unknown.', nullable(text(3, 12)), {
    example: 'USD',
  })
  priceCurrency!: string | null;

  @Field('Cost of the units, fees included; null if it is unknown.', nullable(amount()), { example: '1896.25' })
  cost!: string | null;

  @Field('Value; null without a price or rate.', nullable(amount()), { example: '2051.00' })
  value!: string | null;

  @Field('Value minus cost; null if one of them is unknown.', nullable(amount()), { example: '154.75' })
  unrealizedGain!: string | null;

  @Field('Fraction of the whole value (0.25 is 25 %); null without a value.', share(), { example: 0.25 })
  weight!: number | null;

  static from(
    { symbol, quantity, price, priceCurrency, cost, value, unrealized, weight }: ReportHolding,
    name: string | null,
    currency: string,
  ): ReportHoldingDto {
    const amounts = {
      quantity: units(quantity),
      price: unitPrice(price),
      priceCurrency,
      cost: money(cost, currency),
      value: money(value, currency),
      unrealizedGain: money(unrealized, currency),
    };
    return Object.assign(new ReportHoldingDto(), { symbol, name, ...amounts, weight });
  }
}

@Dto('A return of the whole period of a report.')
export class ReportReturnDto {
  @Field('Return of the period as a fraction (0.05 is 5 %); null if it does not exist.', share(), { example: 0.1025 })
  value!: number | null;

  @Field(
    'Annualized return, by years of 365 days; null below one year. For the money-weighted return, the ' +
      'internal rate of return.',
    share(),
    { example: null },
  )
  annualized!: number | null;

  @Field('Why there is no return; null if there is one.', nullable(text(1, 300)), { example: null })
  notComputable!: string | null;

  static from({ value, annualized, notComputable }: Performance): ReportReturnDto {
    return Object.assign(new ReportReturnDto(), { value, annualized, notComputable: notComputable?.detail ?? null });
  }
}

@Dto('A calendar month of a report, or a year where the report is longer than two years.')
export class ReportPeriodDto {
  @Field('First day of the month or year, inclusive.', day(), { example: '2026-01-01' })
  firstDay!: string;

  @Field('The last day, inclusive.', day(), { example: '2026-01-31' })
  lastDay!: string;

  @Field('Value on the day before.', number(), { example: 1000 })
  startValue!: number;

  @Field('Value at the end.', number(), { example: 1260 })
  endValue!: number;

  @Field('External money of the period: paid in minus taken out.', number(), { example: 200 })
  netFlow!: number;

  @Field('Time-weighted return as a fraction; null without invested capital.', share(), { example: 0.05 })
  return!: number | null;

  @Field('Return of the benchmark as a fraction; null without one or without its price.', share(), { example: 0.04 })
  benchmarkReturn!: number | null;

  static from({ fromDay, toDay, ...figures }: ReportPeriod): ReportPeriodDto {
    return Object.assign(new ReportPeriodDto(), { firstDay: textOf(fromDay), lastDay: textOf(toDay), ...figures });
  }
}

@Dto('A day of a report. Returns are since its start.')
export class ReportPointDto {
  @Field('Day to whose end the figures apply.', day(), { example: '2026-11-20' })
  day!: string;

  @Field('Value at the end of the day.', number(), { example: 1260 })
  value!: number;

  @Field('Time-weighted return as a fraction.', number(), { example: 0.05 })
  return!: number;

  @Field('Loss since the highest point of the returns so far, as a fraction: 0 or below.', number(), { example: -0.02 })
  drawdown!: number;

  @Field('Return of the benchmark as a fraction; null without one or without its price.', share(), { example: 0.04 })
  benchmarkReturn!: number | null;

  static from({ day: at, ...figures }: ReportPoint): ReportPointDto {
    return Object.assign(new ReportPointDto(), { day: textOf(at), ...figures });
  }
}

@Dto('Income or costs of one kind and symbol.')
export class ReportIncomeDto {
  @Field('Type of the entry: income, or a fee or tax that was paid.', choice(['dividend', 'interest', 'fee', 'tax']), {
    example: 'dividend',
  })
  type!: ReportIncome['kind'];

  @Field('The symbol; null if it concerns no particular symbol.', nullable(symbolRule), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field(nameText, instrumentName(), { example: 'Apple Inc.' })
  name!: string | null;

  @Field('The amount; negative for fees, taxes and interest paid.', amount(), { example: '24.00' })
  amount!: string;

  static from({ kind, symbol, amount: sum }: ReportIncome, name: string | null, currency: string): ReportIncomeDto {
    return Object.assign(new ReportIncomeDto(), { type: kind, symbol, name, amount: money(sum, currency) });
  }
}

@Dto('The sales of one symbol.')
export class ReportSaleDto {
  @Field('Symbol of the instrument sold.', symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @Field(nameText, instrumentName(), { example: 'Apple Inc.' })
  name!: string | null;

  @Field('Units sold.', amount(), { example: '4' })
  quantity!: string;

  @Field('Proceeds after fees and before taxes, at the rates of the sales.', amount(), { example: '820.40' })
  proceeds!: string;

  @Field('Cost of the units sold, at the rates of the purchases; null if unknown.', nullable(amount()), {
    example: '758.50',
  })
  cost!: string | null;

  @Field('Proceeds minus cost; null if the cost is unknown.', nullable(amount()), { example: '61.90' })
  gain!: string | null;

  static from(
    { symbol, quantity, proceeds, cost, gain }: ReportSale,
    name: string | null,
    currency: string,
  ): ReportSaleDto {
    const amounts = { proceeds: money(proceeds, currency), cost: money(cost, currency), gain: money(gain, currency) };
    return Object.assign(new ReportSaleDto(), { symbol, name, quantity: units(quantity), ...amounts });
  }
}

@Dto('The benchmark of a report.')
export class ReportBenchmarkDto {
  @Field('The benchmark: a symbol, or several with weights.', benchmarkText(), { example: 'SPY.US' })
  name!: string;

  @Field('Return of the period in the currency of the report, as a fraction; null without a price.', share(), {
    example: 0.08,
  })
  return!: number | null;
}
