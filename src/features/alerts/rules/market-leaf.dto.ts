import { Dto, Field } from '../../../api/field.js';
import { choice, integer, number, object, optional, text, uuid } from '../../../api/rules.js';
import { specShape } from '../../markets/indicators/indicator-spec.js';
import { intervals } from '../../markets/interval.js';
import { fieldShape } from '../../markets/screens/screen-fields.js';
import { symbolRule } from '../../markets/symbol-parameter.js';

const operator = () => choice(['above', 'below']);
const operatorDescription =
  '`above`: true while the value is greater than the threshold; `below`: while it is less. Equal satisfies neither.';
const recoveryDescription =
  'Used instead of `threshold` while the alert is open, so that a value near the threshold does not open and ' +
  'close alerts.';
const symbolDescription =
  'The instrument: `<ticker>.<venue>`, case-insensitive; `EACH.GROUP` with `symbols`, for each symbol of the group.';

@Dto('A group of symbols, by exactly one id. Symbols that join or leave the group later are followed.')
export class SymbolGroup {
  @Field('The id of one of your watchlists.', optional(uuid()), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  watchlistId?: string;

  @Field('The id of one of your portfolios: the symbols that it holds.', optional(uuid()), { omitFromExample: true })
  portfolioId?: string;

  @Field('The id of one of your screens: the symbols that meet it.', optional(uuid()), { omitFromExample: true })
  screenId?: string;
}

/** Declares the field for a group of symbols instead of one symbol. */
const SymbolsField = (): PropertyDecorator =>
  Field(
    'Evaluates the rule for each symbol of a group, at most 500, and has one alert for each, with `EACH.GROUP` as ' +
      '`symbol`. All such conditions of a rule name the same group.',
    optional(object(() => SymbolGroup)),
    { omitFromExample: true },
  );
const finite = () => number(-1e15, 1e15);
/** Intervals of candles that conditions may use; windows of weekly or monthly candles would take years to fill. */
const candleIntervals = intervals.filter((interval) => interval !== '1w' && interval !== '1M');

@Dto('True while the price of an instrument is above or below a threshold, also at the first observation.')
export class PriceCondition {
  @Field('The type of condition.', choice(['price']), { example: 'price' })
  type!: 'price';

  @Field(symbolDescription, symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @SymbolsField() symbols?: SymbolGroup;

  @Field(operatorDescription, operator(), { example: 'above' })
  operator!: 'above' | 'below';

  @Field('The price, in the currency of the instrument.', number(0, 1e15), { example: 250 })
  threshold!: number;

  @Field(
    `${recoveryDescription} Below the threshold for \`above\`, above it for \`below\`.`,
    optional(number(0, 1e15)),
    {
      example: 248,
    },
  )
  recoveryThreshold?: number;
}

@Dto('True while the price of an instrument has changed by more than a percentage within a window.')
export class PriceChangeCondition {
  @Field('The type of condition.', choice(['price_change']), { example: 'price_change' })
  type!: 'price_change';

  @Field(symbolDescription, symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @SymbolsField() symbols?: SymbolGroup;

  @Field(
    'Length of the window in seconds. The change is measured from the price at its beginning.',
    integer(60, 604_800),
    { example: 3_600 },
  )
  windowSeconds!: number;

  @Field(
    '`above`: true while the change is greater than `percent`; `below`: while it is less, such as `below` -5 ' +
      'for a drop of 5 %.',
    operator(),
    {
      example: 'below',
    },
  )
  operator!: 'above' | 'below';

  @Field('The change in percent; negative for a fall.', number(-100, 10_000), { example: -5 })
  percent!: number;

  @Field('Used instead of `percent` while the alert is open.', optional(number(-100, 10_000)), { example: -4 })
  recoveryThreshold?: number;
}

@Dto('True while the volume of the latest candle is a multiple of the average of the candles before it.')
export class VolumeSpikeCondition {
  @Field('The type of condition.', choice(['volume_spike']), { example: 'volume_spike' })
  type!: 'volume_spike';

  @Field(symbolDescription, symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @SymbolsField() symbols?: SymbolGroup;

  @Field('Length of the candles.', choice(candleIntervals), { example: '5m' })
  interval!: string;

  @Field('Multiple of the average.', number(1.01, 1_000), { example: 3 })
  factor!: number;

  @Field('Number of candles before the latest one that the average is of.', integer(2, 500), { example: 20 })
  lookback!: number;
}

@Dto('True while an indicator of an instrument is above or below a threshold, by its settled candles.')
export class IndicatorCondition {
  @Field('The type of condition.', choice(['indicator']), { example: 'indicator' })
  type!: 'indicator';

  @Field(symbolDescription, symbolRule, { example: 'AAPL.US' })
  symbol!: string;

  @SymbolsField() symbols?: SymbolGroup;

  @Field('Length of the candles.', choice(candleIntervals), { example: '1h' })
  interval!: string;

  @Field(
    'The indicator with its parameters, as in `GET /markets/indicators/{symbol}`, or `expression` or `fact`.',
    text(2, 30, specShape, 'an indicator such as rsi:14'),
    { example: 'rsi:14' },
  )
  indicator!: string;

  @Field(
    'With the indicator `expression`: the expression, in the language of charts, such as a spread, ratio, z-score or ' +
      'correlation of symbols and economic series. `symbol` is the instrument that alerts name; `EACH.GROUP` in the ' +
      'expression stands for each symbol of `symbols`.',
    optional(text(1, 1_000)),
    { omitFromExample: true, example: 'zscore(AAPL.US / MSFT.US, 20)' },
  )
  expression?: string;

  @Field(
    'With the indicator `fact` and the interval `1d`: the figure or ratio of the company, a field of the group ' +
      '`fact` or `ratio` of `GET /markets/screens/fields`.',
    optional(text(2, 80, fieldShape, 'a figure or ratio such as netMargin:ttm or priceToEarnings')),
    { omitFromExample: true, example: 'netMargin:ttm' },
  )
  fact?: string;

  @Field(
    'Its line, for indicators with several, such as `signal` of `macd`; the first by default.',
    optional(text(1, 20, /^[a-zA-Z]+$/)),
    {
      omitFromExample: true,
      example: 'signal',
    },
  )
  output?: string;

  @Field(operatorDescription, operator(), { example: 'below' })
  operator!: 'above' | 'below';

  @Field('The value of the indicator.', finite(), { example: 30 })
  threshold!: number;

  @Field(recoveryDescription, optional(finite()), { example: 35 })
  recoveryThreshold?: number;
}
