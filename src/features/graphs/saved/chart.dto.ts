import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  integer,
  label,
  line,
  list,
  nullable,
  objects,
  optional,
  text,
  timeOrDay,
  timestamp,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Adjustment } from '../../markets/candle.js';
import { type MarkKind, markKinds } from '../../markets/charts/mark-kinds.js';
import { specShape } from '../../markets/indicators/indicator-spec.js';
import { type Interval, intervals } from '../../markets/interval.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { type Join, joins } from '../expression/aligned-series.js';
import { MAX_EXPRESSION_LENGTH } from '../expression/parse-expression.js';
import {
  type Axis,
  axes,
  type Chart,
  type ChartScale,
  MAX_SERIES,
  type SeriesStyle,
  scales,
  seriesStyles,
} from './chart.js';

const chartName = () => line(1, 100);
export const seriesName = () => label(1, 80);
export const expressionText = () => text(1, MAX_EXPRESSION_LENGTH);

export const says = {
  name: 'The name of the chart; its title when it is drawn.',
  expression:
    'Expression of the line, over symbols, `portfolio("name or id")` and `twr("name or id")`, such as ' +
    '`AAPL.US / MSFT.US` or `sma(EURUSD.FOREX, 20)`. The guide to charts has the grammar and the ' +
    'formulas. An error names its position.',
  seriesName: 'The label of the line.',
  axis: 'The value axis: `left` or `right`, each with its own scale.',
  style: 'Style of the series: a line, a dashed line, an area down to the axis, or bars.',
  interval: 'The length of a candle; `1m` is a minute, `1M` a month. Portfolios have values from days on.',
  from:
    'The first time shown: RFC 3339, or a plain date for the start of that day (UTC). Null: `lastDays` ' +
    'before the end.',
  to:
    'The end, exclusive: RFC 3339, or a plain date for the start of that day (UTC). Null: now. If `from` is ' +
    'given too, it must be before `to`.',
  lastDays: 'Number of days before the end that are shown if `from` is null.',
  join:
    'Times of a combination of two series: `common` has the times of both; `last_known` has the times of ' +
    'either, with the last known value of the other. Exchanges have different trading days and hours.',
  adjustment:
    'For shares and funds: prices as traded (`none`), adjusted for splits (`splits`), or adjusted for splits ' +
    'and dividends (`all`).',
  scale:
    'The scale of the values in the image: `linear`, or `log`, on which equal changes in percent have equal heights.',
  overlay:
    'Indicators of the first line that the image shows over the lines: `sma`, `ema` or `bbands`, with parameters.',
  panel:
    'Indicators of the first line that the image shows in panels below the lines: `rsi` or `macd`, with parameters.',
  compare:
    'Symbols that the image shows too. All lines on the left axis then have the value 100 at their first point, each ' +
    'in its own currency.',
  marks:
    'Marks below the lines of the image: `splits`, `dividends`, `earnings` of the last year of the range, and ' +
    '`events` ' +
    'of the timeline about the symbols of the chart. A shared image has no events. Each mark has its text as tooltip.',
};
const overlayRule = () => list(text(2, 40, specShape, 'an indicator such as sma:20 or bbands:20:2'), 6);
const panelRule = () => list(text(2, 40, specShape, 'an indicator such as rsi:14 or macd:12:26:9'), 3);
const compareRule = () => list(symbolRule, 4);
const marksRule = () => list(choice(markKinds), 5);
const drawn = { overlay: ['sma:50'], panel: ['rsi:14'], compare: ['SPY.US'], marks: ['splits', 'dividends'] };

const range = { from: '2026-06-01', to: '2026-11-20' };
const expressionExample = 'rebase(AAPL.US) / rebase(MSFT.US)';

@Dto('A line of a chart to save.')
export class NewChartSeriesDto {
  @Field(`${says.seriesName} Default: the beginning of the expression.`, optional(seriesName()), {
    example: 'Apple against Microsoft',
  })
  name?: string;

  @Field(says.expression, expressionText(), { example: expressionExample })
  expression!: string;

  @Field(says.axis, optional(choice(axes)), { default: 'left', example: 'left' })
  axis: Axis = 'left';

  @Field(says.style, optional(choice(seriesStyles)), { default: 'line', example: 'line' })
  style: SeriesStyle = 'line';
}

export const newSeries = () => objects(NewChartSeriesDto, MAX_SERIES, 1);
const seriesRule = 'Together they have at least one symbol or portfolio, and at most 20 different ones.';
export const seriesMeaning = `The lines, in their order. ${seriesRule}`;

@Dto('A chart without a name: what is drawn, and over which time.')
export class ChartDefinitionDto {
  @Field(seriesMeaning, newSeries())
  series!: NewChartSeriesDto[];

  @Field(says.interval, optional(choice(intervals)), { default: '1d', example: '1d' })
  interval: Interval = '1d';

  @Field(says.from, optional(nullable(timeOrDay())), { example: range.from })
  from?: string | null;

  @Field(says.to, optional(nullable(timeOrDay())), { example: range.to })
  to?: string | null;

  @Field(says.lastDays, optional(integer(1, 20_000)), { default: 365, example: 365 })
  lastDays: number = 365;

  @Field(says.join, optional(choice(joins)), { default: 'common', example: 'common' })
  join: Join = 'common';

  @Field(says.adjustment, optional(choice(['none', 'splits', 'all'])), { default: 'splits', example: 'splits' })
  adjustment: Adjustment = 'splits';

  @Field(says.scale, optional(choice(scales)), { default: 'linear', example: 'linear' })
  scale: ChartScale = 'linear';

  @Field(says.overlay, optional(overlayRule()), { default: [], example: drawn.overlay })
  overlay: string[] = [];

  @Field(says.panel, optional(panelRule()), { default: [], example: drawn.panel })
  panel: string[] = [];

  @Field(says.compare, optional(compareRule()), { default: [], example: drawn.compare })
  compare: string[] = [];

  @Field(says.marks, optional(marksRule()), { default: [], example: drawn.marks })
  marks: MarkKind[] = [];
}

@Dto('A chart to save.')
export class NewChartDto extends ChartDefinitionDto {
  @Field(says.name, chartName(), { example: 'Apple and Microsoft', identity: true })
  name!: string;
}

@Dto('Changes to a chart (RFC 7396). Omitted fields are unchanged.')
export class ChartChangesDto {
  @Field(says.name, optional(chartName()), { example: 'Apple and Microsoft' })
  name?: string;

  @Field(`All lines. ${seriesRule}`, optional(newSeries()))
  series?: NewChartSeriesDto[];

  @Field(says.interval, optional(choice(intervals)), { example: '1d' })
  interval?: Interval;

  @Field(says.from, optional(nullable(timeOrDay())), { example: range.from })
  from?: string | null;

  @Field(says.to, optional(nullable(timeOrDay())), { example: range.to })
  to?: string | null;

  @Field(says.lastDays, optional(integer(1, 20_000)), { example: 365 })
  lastDays?: number;

  @Field(says.join, optional(choice(joins)), { example: 'common' })
  join?: Join;

  @Field(says.adjustment, optional(choice(['none', 'splits', 'all'])), { example: 'splits' })
  adjustment?: Adjustment;

  @Field(says.scale, optional(choice(scales)), { example: 'linear' })
  scale?: ChartScale;

  @Field(says.overlay, optional(overlayRule()), { example: drawn.overlay })
  overlay?: string[];

  @Field(says.panel, optional(panelRule()), { example: drawn.panel })
  panel?: string[];

  @Field(says.compare, optional(compareRule()), { example: drawn.compare })
  compare?: string[];

  @Field(says.marks, optional(marksRule()), { example: drawn.marks })
  marks?: MarkKind[];
}

@Dto('A line of a chart.')
export class ChartSeriesDto {
  @Field(says.seriesName, seriesName(), { example: 'Apple against Microsoft' })
  name!: string;

  @Field(says.expression, expressionText(), { example: expressionExample })
  expression!: string;

  @Field(says.axis, choice(axes), { example: 'left' })
  axis!: Axis;

  @Field(says.style, choice(seriesStyles), { example: 'line' })
  style!: SeriesStyle;
}

@Resource('A saved chart.', { updatedAt: 'When it was last changed (UTC); sharing counts.', grantable: true })
export class ChartDto extends ResourceDto {
  @Field(says.name, chartName(), { example: 'Apple and Microsoft' })
  name!: string;

  @Field('The lines, in their order.', objects(ChartSeriesDto, MAX_SERIES, 1))
  series!: ChartSeriesDto[];

  @Field(says.interval, choice(intervals), { example: '1d' })
  interval!: Interval;

  @Field(says.from, nullable(timeOrDay()), { example: range.from })
  from!: string | null;

  @Field(says.to, nullable(timeOrDay()), { example: range.to })
  to!: string | null;

  @Field(says.lastDays, integer(1, 20_000), { example: 365 })
  lastDays!: number;

  @Field(says.join, choice(joins), { example: 'common' })
  join!: Join;

  @Field(says.adjustment, choice(['none', 'splits', 'all']), { example: 'splits' })
  adjustment!: Adjustment;

  @Field(says.scale, choice(scales), { example: 'linear' })
  scale!: ChartScale;

  @Field(says.overlay, overlayRule(), { example: drawn.overlay })
  overlay!: string[];

  @Field(says.panel, panelRule(), { example: drawn.panel })
  panel!: string[];

  @Field(says.compare, compareRule(), { example: drawn.compare })
  compare!: string[];

  @Field(says.marks, marksRule(), { example: drawn.marks })
  marks!: MarkKind[];

  @Field('When its present public address was created (UTC); null if it is not shared.', nullable(timestamp()), {
    example: null,
  })
  sharedAt!: string | null;

  static from(chart: Chart): ChartDto {
    return answerOf(ChartDto, { ...chart, series: chart.series.map((line) => answerOf(ChartSeriesDto, line)) });
  }
}

export const ChartPageDto = pageOf(ChartDto, 'ChartPageDto', 'A page of charts, oldest first.');
