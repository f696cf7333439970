import { Dto, Field } from '../../../api/field.js';
import { day, list, nullable, number, object, objects, optional, text, timeOrDay } from '../../../api/rules.js';
import { CreatedAt } from '../../../resources/resource-dto.js';
import { currencyCode, knownCurrency } from '../../markets/fx/currency-rule.js';
import { blendPartPattern, MAX_BLEND_PARTS } from '../../portfolios/benchmark-blend.js';
import { textOf } from '../../portfolios/day.js';
import { money } from '../../portfolios/lots/rounding.js';
import { ClientDto } from '../client.dto.js';
import { amount, ClientWarningDto, warnings, warningsOf } from '../summary/client-figures.dto.js';
import type { ClientReport } from './client-report.js';
import { MandateCheckDto } from './mandate-check.dto.js';
import { ReportRiskDto } from './report-risk.dto.js';
import {
  ReportBenchmarkDto,
  ReportHoldingDto,
  ReportIncomeDto,
  ReportPeriodDto,
  ReportPointDto,
  ReportPortfolioDto,
  ReportReturnDto,
  ReportSaleDto,
} from './report-sections.dto.js';

const MAX_ITEMS = 10_000;
const many = (item: new () => object) => objects(item, MAX_ITEMS);

@Dto('The period, the currency and the benchmark.')
export class ClientReportQuery {
  @Field(
    'The first day. A plain date is the start of that day (UTC); by default the day of the first transaction.',
    optional(timeOrDay()),
    {
      example: '2026-01-01',
    },
  )
  from?: string;

  @Field(
    'The end, exclusive. Default: the end of today. Holdings and values are of the day before it.',
    optional(timeOrDay()),
    { example: '2026-11-21' },
  )
  to?: string;

  @Field('The currency of the report (ISO 4217); by default that of the client.', optional(knownCurrency()), {
    example: 'EUR',
  })
  currency?: string;

  @Field(
    'The benchmark instead of that of the client: a symbol, or several with weights (`SPY.US:0.6,AGG.US:0.4`).',
    optional(
      list(
        text(3, 50, blendPartPattern, 'a symbol such as SPY.US, or with a weight such as SPY.US:0.6'),
        MAX_BLEND_PARTS,
        1,
      ),
    ),
    { example: ['SPY.US'] },
  )
  benchmark?: string[];
}

@Dto('All figures of a report on a client, over all portfolios together, in one currency.')
export class ClientReportDto {
  @Field(
    'The reported client, as it is now.',
    object(() => ClientDto),
  )
  client!: ClientDto;

  @CreatedAt() generatedAt!: string;

  @Field('The currency of all amounts (ISO 4217).', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field('The first day; null without a transaction.', nullable(day()), { example: '2026-01-01' })
  firstDay!: string | null;

  @Field('The last day, inclusive: values and holdings are at its end.', day(), { example: '2026-11-20' })
  lastDay!: string;

  @Field('Value of all portfolios; what cannot be valued is left out and listed in `warnings`.', amount(), {
    example: '125000.00',
  })
  value!: string;

  @Field('Cash of all portfolios.', amount(), { example: '2500.00' })
  cashValue!: string;

  @Field('Value on the day before the period.', number(), { example: 0 })
  startValue!: number;

  @Field('External money of the period: paid in minus taken out.', number(), { example: 120000 })
  netFlow!: number;

  @Field('Value at the end minus value at the start minus net flow.', number(), { example: 5000 })
  gain!: number;

  @Field('The portfolios of the client that the report covers.', many(ReportPortfolioDto))
  portfolios!: ReportPortfolioDto[];

  @Field('The holdings, the largest first.', many(ReportHoldingDto))
  holdings!: ReportHoldingDto[];

  @Field(
    'The time-weighted return.',
    object(() => ReportReturnDto),
  )
  timeWeighted!: ReportReturnDto;

  @Field(
    'The money-weighted return, from the internal rate of return (XIRR).',
    object(() => ReportReturnDto),
  )
  moneyWeighted!: ReportReturnDto;

  @Field('The benchmark; null without one.', nullable(object(() => ReportBenchmarkDto)))
  benchmark!: ReportBenchmarkDto | null;

  @Field('Months, or years of a long report.', many(ReportPeriodDto))
  periods!: ReportPeriodDto[];

  @Field('At most 500 days at equal distances, the first and the last one included.', many(ReportPointDto))
  series!: ReportPointDto[];

  @Field(
    'Risk, from the daily returns on weekdays.',
    object(() => ReportRiskDto),
  )
  risk!: ReportRiskDto;

  @Field('Dividends, interest, fees and taxes by symbol.', many(ReportIncomeDto))
  income!: ReportIncomeDto[];

  @Field('Sales by symbol.', many(ReportSaleDto))
  sales!: ReportSaleDto[];

  @Field('Check of the holdings against the mandate; null without a mandate.', nullable(object(() => MandateCheckDto)))
  mandateCheck!: MandateCheckDto | null;

  @Field('The providers of prices and rates.', list(text(1, 100), 20), { example: ['simulator'] })
  providers!: string[];

  @Field('Missing or doubtful inputs of the figures, at most 100.', warnings())
  warnings!: ClientWarningDto[];

  static from(report: ClientReport): ClientReportDto {
    const {
      client,
      generatedAt,
      currency,
      fromDay,
      toDay,
      figures,
      timeWeighted,
      moneyWeighted,
      benchmark,
      providers,
    } = report;
    const { startValue, netFlow, gain } = timeWeighted;
    const nameOf = (symbol: string | null) => (symbol === null ? null : (report.instruments.get(symbol)?.name ?? null));
    return Object.assign(new ClientReportDto(), {
      client: ClientDto.from(client),
      generatedAt: generatedAt.toISOString(),
      currency,
      firstDay: fromDay === null ? null : textOf(fromDay),
      lastDay: textOf(toDay),
      value: money(figures.value, currency),
      cashValue: money(figures.cashValue, currency),
      startValue,
      netFlow,
      gain,
      portfolios: report.portfolios.map((one) => ReportPortfolioDto.from(one, currency)),
      holdings: report.holdings
        .slice(0, MAX_ITEMS)
        .map((one) => ReportHoldingDto.from(one, nameOf(one.symbol), currency)),
      timeWeighted: ReportReturnDto.from(timeWeighted),
      moneyWeighted: ReportReturnDto.from(moneyWeighted),
      benchmark,
      periods: report.periods.map(ReportPeriodDto.from),
      series: report.series.map(ReportPointDto.from),
      risk: ReportRiskDto.from(report.risk),
      income: report.income.slice(0, MAX_ITEMS).map((one) => ReportIncomeDto.from(one, nameOf(one.symbol), currency)),
      sales: report.sales.slice(0, MAX_ITEMS).map((one) => ReportSaleDto.from(one, nameOf(one.symbol), currency)),
      mandateCheck: figures.check && MandateCheckDto.from(figures.check, report.through),
      providers,
      warnings: warningsOf(report.warnings),
    });
  }
}
