import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, number, object, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type Interval, intervals } from '../../markets/interval.js';
import { type Join, joins } from '../expression/aligned-series.js';
import { expressionText, says, seriesName } from '../saved/chart.dto.js';
import { type Axis, axes, MAX_SERIES, type SeriesStyle, seriesStyles } from '../saved/chart.js';
import { MAX_TIMES } from './chart-in-thread.js';

const example = { times: ['2026-11-19T00:00:00.000Z', '2026-11-20T00:00:00.000Z'], values: [1.0125, null] };
export const timesMeaning =
  'The times of any series (UTC), ascending; for days, weeks and months, midnight of their first day.';
const valuesMeaning =
  'One value for each entry of `times`, in the unit that the expression has; null where the series has no ' +
  'point: no trading, too few earlier points, or a ' +
  'division by zero.';
export const timesRule = () => list(timestamp(), MAX_TIMES);
export const timesExample = { example: example.times };

@Dto('A line of a shared chart with its values.')
export class SharedChartSeriesDto {
  @Field(says.seriesName, seriesName(), { example: 'Apple against Microsoft', identity: true })
  name!: string;

  @Field(says.axis, choice(axes), { example: 'left' })
  axis!: Axis;

  @Field(says.style, choice(seriesStyles), { example: 'line' })
  style!: SeriesStyle;

  @Field(valuesMeaning, list(nullable(number()), MAX_TIMES), { example: example.values })
  values!: Array<number | null>;
}

@Dto('A line of a chart with its values.')
export class ChartSeriesDataDto extends SharedChartSeriesDto {
  @Field(says.expression, expressionText(), { example: 'rebase(AAPL.US) / rebase(MSFT.US)', identity: true })
  expression!: string;
}

@Dto('A source of the values of a chart.')
export class ChartSourceDto {
  @Field('The symbol, or the name of the portfolio.', text(1, 100), { example: 'AAPL.US' })
  name!: string;

  @Field('Whether it is a symbol or a portfolio.', choice(['symbol', 'portfolio']), { example: 'symbol' })
  type!: string;

  @Field('The currency of its values: ISO 4217, or the code of a crypto-asset. Nothing is converted.', text(2, 12), {
    example: 'USD',
  })
  currency!: string;

  @Field(
    'The provider of its prices, and how current they are; null for a portfolio.',
    nullable(object(() => ProvenanceDto)),
  )
  provenance!: ProvenanceDto | null;
}

@Dto('An economic series of a chart.')
export class ChartEconomicSeriesDto {
  @Field('Identifies the series: its source and its code there.', text(3, 200), { example: 'fred:CPIAUCSL' })
  id!: string;

  @Field('Unit of its values; null if the source does not state it.', nullable(text(1, 200)), { example: 'percent' })
  unit!: string | null;

  @Field(
    'The source of its values, and how current they are.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;
}

/** Returns the data of a chart as a table, with a row for each time. */
export const chartTable = ({
  times,
  items,
}: {
  times: string[];
  items: ReadonlyArray<{ name: string; values: Array<number | null> }>;
}): CsvTable => ({
  columns: ['time', ...items.map(({ name }) => name)],
  rows: times.map((time, index) => [time, ...items.map(({ values }) => values[index])]),
});

@Dto('The values of a chart.')
export class ChartDataDto {
  @Field(says.interval, choice(intervals), { example: '1d' })
  interval!: Interval;

  @Field('The beginning of the range (UTC): values from it on are shown.', timestamp())
  from!: string;

  @Field('The end of the range (UTC), exclusive.', timestamp())
  to!: string;

  @Field(says.join, choice(joins), { example: 'common' })
  join!: Join;

  @Field('Symbols and portfolios of the values, in the order of first use.', objects(ChartSourceDto, 20))
  sources!: ChartSourceDto[];

  @Field('Economic series that the expressions name, in the order of first use.', objects(ChartEconomicSeriesDto, 20))
  economicSeries!: ChartEconomicSeriesDto[];

  @Field('Doubts about the values, as sentences; empty without any.', list(text(1, 1_000), 100), { example: [] })
  warnings!: string[];

  @Field(timesMeaning, timesRule(), timesExample)
  times!: string[];

  @Field('The lines, in their order.', objects(ChartSeriesDataDto, MAX_SERIES))
  items!: ChartSeriesDataDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
