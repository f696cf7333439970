import { Field } from '../../../openapi/field.js';
import { day, integer, nullable, number } from '../../../openapi/rules.js';
import { textOf } from '../day.js';
import type { Risk } from './risk.js';

const ratio = () => nullable(number());

/** Fields of risk figures, wherever they are reported. */
export const riskFields = {
  observations: () => Field('Number of daily returns.', integer(0, 20_000), { example: 230 }),
  volatility: () => Field('Annualized standard deviation, with n - 1.', ratio(), { example: 0.15 }),
  sharpe: (rate = '') => Field(`Annualized Sharpe ratio${rate}.`, ratio(), { example: 0.6 }),
  sortino: () => Field('Annualized Sortino ratio; null without a loss.', ratio(), { example: 0.9 }),
};

/** The fields of the largest loss from a peak. */
export const drawdownFields = {
  depth: () => Field('The loss as a share: -0.2 is a loss of 20 %.', number(-1, 0), { example: -0.2 }),
  from: () => Field('The first day of the fall.', day(), { example: '2026-02-19' }),
  to: () => Field('The day of the lowest value.', day(), { example: '2026-03-23' }),
  recoveredAt: () => Field('The day on which the peak was reached again; null if it was not.', nullable(day()), { example: null }),
};

/** The largest loss from a peak, as it is written. */
export const drawdownOf = ({ depth, fromDay, toDay, recoveredDay }: NonNullable<Risk['maxDrawdown']>) => ({
  depth,
  from: textOf(fromDay),
  to: textOf(toDay),
  recoveredAt: recoveredDay === null ? null : textOf(recoveredDay),
});
