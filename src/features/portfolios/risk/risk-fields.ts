import { Field } from '../../../api/field.js';
import { day, integer, nullable, number } from '../../../api/rules.js';
import { textOf } from '../day.js';
import type { Risk } from './risk.js';

const ratio = () => nullable(number());

/** DTO fields of risk figures, shared by all reports. */
export const riskFields = {
  observationCount: () =>
    Field(
      'Number of daily returns n. r = (V[t] + out[t]) / (V[t-1] + in[t]) - 1 with external money in and out; ' +
        'weekends are in the next weekday.',
      integer(0, 20_000),
      { example: 230 },
    ),
  volatility: () =>
    Field(
      'Annualized standard deviation: √(Σ (r - mean)² / (n - 1)) × √252. Null with fewer than 12 returns.',
      ratio(),
      { example: 0.15 },
    ),
  sharpe: (rate = '') =>
    Field(
      `Annualized Sharpe ratio${rate}: mean of r - f by its standard deviation (n - 1), × √252, with the daily ` +
        'rate f = (1 + annual risk-free rate)^(1/252) - 1; null with fewer than 12 returns, and for constant ' +
        'returns. Source: Sharpe (1994).',
      ratio(),
      { example: 0.6 },
    ),
  sortino: () =>
    Field(
      'Annualized Sortino ratio: (mean of r - f) / √(Σ min(r - f, 0)² / n) × √252; null without a return below ' +
        'f. Source: Sortino and van der Meer (1991).',
      ratio(),
      { example: 0.9 },
    ),
};

/** DTO fields of the largest loss from a peak. */
export const drawdownFields = {
  depth: () =>
    Field(
      'The loss as a fraction: -0.2 is a loss of 20 %. The lowest of index / highest index so far - 1, of ' +
        'linked returns of all days, the start included.',
      number(-1, 0),
      { example: -0.2 },
    ),
  peakDay: () => Field('The first day of the fall.', day(), { example: '2026-02-19' }),
  troughDay: () => Field('The day of the lowest value.', day(), { example: '2026-03-23' }),
  recoveredDay: () =>
    Field('The day on which the peak was reached again; null if it was not.', nullable(day()), { example: null }),
};

/** Returns the largest loss from a peak with days as text. */
export const drawdownOf = ({ depth, fromDay, toDay, recoveredDay }: NonNullable<Risk['maxDrawdown']>) => ({
  depth,
  peakDay: textOf(fromDay),
  troughDay: textOf(toDay),
  recoveredDay: recoveredDay === null ? null : textOf(recoveredDay),
});
