import { Field } from '../../../api/field.js';
import { choice, optional, timeOrDay } from '../../../api/rules.js';
import { adjustments } from '../candle.js';
import { intervals } from '../interval.js';

/** Declares the query parameter `interval` of operations on candles. */
export const IntervalField = (): PropertyDecorator =>
  Field(
    'The length of a candle: minutes (`1m`, `5m`, `15m`), an hour, a trading day, a week from Monday (`1w`) or ' +
      'a month (`1M`).',
    optional(choice(intervals)),
    { default: '1d', example: '1d' },
  );

/** Declares the query parameter `to` of operations on candles. */
export const EndField = (): PropertyDecorator =>
  Field(
    'Only candles that open before this time. Default: now. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { example: '2026-11-20' },
  );

/** Declares the query parameter `adjustment` of operations on prices alone. */
export const PriceAdjustmentField = (): PropertyDecorator =>
  Field(
    'Prices as traded (`none`), adjusted for splits (`splits`), or adjusted for splits and dividends (`all`).',
    optional(choice(adjustments)),
    { default: 'splits', example: 'splits' },
  );

/** Declares the query parameter `adjustment` of operations on candles. */
export const AdjustmentField = (): PropertyDecorator =>
  Field(
    'For shares and funds: prices and volumes as traded (`none`), adjusted for splits (`splits`), or adjusted ' +
      'for splits and dividends (`all`).',
    optional(choice(adjustments)),
    { default: 'splits', example: 'splits' },
  );
