import { FRIDAY, THURSDAY, WEDNESDAY } from '../civil-day.js';

/** A figure that the simulated calendar publishes. Titles, times and rhythms follow the real publishers. */
export interface EconomicFigure {
  title: string;
  country: string;
  currency: string;
  unit: string;
  /** The value around which the figure moves, and its typical distance from it. */
  level: number;
  swing: number;
  digits: number;
  /** Typical revision of a value by the next publication, as a multiple of `swing`. Default: no revisions. */
  revision?: number;
  /**
   * Number of months between two publications: a figure is published in the months whose number (January is 0) leaves
   * the same remainder as `firstMonth` when divided by it.
   */
  everyMonths: number;
  firstMonth: number;
  /** Months between the reported month and its publication. */
  lagMonths: number;
  on: { weekday: number; nth: number } | { day: number };
  zone: string;
  /** Local time of the publication, in minutes after midnight. */
  minutes: number;
}

type Publisher = Pick<EconomicFigure, 'country' | 'currency' | 'zone' | 'minutes'>;
type Measure = Pick<EconomicFigure, 'unit' | 'digits'>;
type Rest = Pick<EconomicFigure, 'title' | 'level' | 'swing' | 'on'> & Partial<EconomicFigure>;

/** Composes a figure, which is published every month for the month before unless `rest` states otherwise. */
const figure = (publisher: Publisher, measure: Measure, rest: Rest): EconomicFigure => ({
  everyMonths: 1,
  firstMonth: 0,
  lagMonths: 1,
  ...publisher,
  ...measure,
  ...rest,
});

const us = { country: 'US', currency: 'USD', zone: 'America/New_York', minutes: 510 };
const euroArea = { country: 'EU', currency: 'EUR', zone: 'Europe/Brussels', minutes: 660 };
const uk = { country: 'GB', currency: 'GBP', zone: 'Europe/London', minutes: 420 };
const germany = { country: 'DE', currency: 'EUR', zone: 'Europe/Berlin', minutes: 600 };
const japan = { country: 'JP', currency: 'JPY', zone: 'Asia/Tokyo', minutes: 510 };
const china = { country: 'CN', currency: 'CNY', zone: 'Asia/Shanghai', minutes: 570 };
const percent = { unit: 'percent', digits: 1 };
const rate = { unit: 'percent', digits: 2 };
const index = { unit: 'index', digits: 1 };
const thousands = { unit: 'thousand persons', digits: 0 };
/** Decisions on interest rates: four a year, and not about an earlier month. */
const decision = { everyMonths: 3, lagMonths: 0 };
const prices = 'Consumer prices, year on year';
const jobless = 'Unemployment rate';
const payrolls = 'Nonfarm payrolls, change';
const product = 'Gross domestic product, quarter on quarter, annualized';

export const economicFigures: readonly EconomicFigure[] = [
  figure(us, percent, { title: prices, level: 2.8, swing: 0.4, on: { day: 12 } }),
  figure(us, percent, { title: jobless, level: 4.2, swing: 0.2, on: { weekday: FRIDAY, nth: 1 } }),
  figure(us, thousands, { title: payrolls, level: 140, swing: 60, revision: 0.4, on: { weekday: FRIDAY, nth: 1 } }),
  figure(us, percent, {
    title: 'Retail sales, month on month',
    level: 0.3,
    swing: 0.4,
    revision: 0.4,
    on: { day: 15 },
  }),
  figure(us, percent, { title: product, level: 2.1, swing: 0.8, revision: 0.3, on: { day: 28 }, everyMonths: 3 }),
  figure({ ...us, minutes: 840 }, rate, {
    title: 'Federal funds rate, upper bound',
    level: 3.75,
    swing: 0.25,
    on: { weekday: WEDNESDAY, nth: 3 },
    firstMonth: 2,
    ...decision,
  }),
  figure(euroArea, percent, { title: prices, level: 2.2, swing: 0.3, on: { day: 17 } }),
  figure(euroArea, percent, { title: jobless, level: 6.3, swing: 0.2, on: { day: 2 } }),
  figure({ ...euroArea, minutes: 855 }, rate, {
    title: 'Deposit facility rate',
    level: 2,
    swing: 0.25,
    on: { weekday: THURSDAY, nth: 2 },
    firstMonth: 2,
    ...decision,
  }),
  figure(uk, percent, { title: prices, level: 3, swing: 0.4, on: { day: 18 } }),
  figure({ ...uk, minutes: 720 }, rate, {
    title: 'Bank Rate',
    level: 4,
    swing: 0.25,
    on: { weekday: THURSDAY, nth: 1 },
    firstMonth: 1,
    ...decision,
  }),
  figure(germany, index, { title: 'Ifo business climate', level: 88, swing: 1.6, on: { day: 24 }, lagMonths: 0 }),
  figure(japan, percent, { title: prices, level: 2.6, swing: 0.4, on: { day: 20 } }),
  figure(china, index, {
    title: 'Manufacturing purchasing managers',
    level: 50,
    swing: 0.6,
    on: { day: 28 },
    lagMonths: 0,
  }),
];
