import { Field } from '../../../api/field.js';
import { choice, optional, timeOrDay } from '../../../api/rules.js';
import { flowIntervals, MAX_BUCKETS } from './flow-series.js';

// The query parameters of series by hour or day.

export const SeriesFrom = (): PropertyDecorator =>
  Field(
    'Start (UTC), rounded down to an interval; a plain date is the start of that day. Default: 90 days before ' +
      '`to`, or 7 days for hours.',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-09-01' },
  );

export const SeriesTo = (): PropertyDecorator =>
  Field('End (UTC), exclusive, rounded up to an interval. Default: now.', optional(timeOrDay()), {
    omitFromExample: true,
    example: '2026-11-21',
  });

export const SeriesInterval = (): PropertyDecorator =>
  Field(`Length of an interval; at most ${MAX_BUCKETS} intervals.`, optional(choice(flowIntervals)), {
    default: 'day',
    example: 'day',
  });
