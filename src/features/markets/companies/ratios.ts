import { DAY_MS } from '../../../time/durations.js';
import { itemByKey } from '../line-items.js';
import { dayAfter } from './fiscal-periods.js';
import type { Figure, StatementPeriod } from './statements.js';

/** Kinds of periods with ratios; `ttm` are twelve months. */
export const ratioPeriods = ['ttm', 'annual', 'quarter'] as const;
export type RatioPeriodKind = (typeof ratioPeriods)[number];

/** A figure that goes into a ratio; for twelve months each of the four quarters is one. */
export type RatioInput = Pick<Figure, 'item' | 'label' | 'value' | 'unit' | 'start' | 'end' | 'knownSince'> & {
  /** Accession number of the filing; null for a price. */
  accession: string | null;
  isDerived: boolean;
};

/** The reason for which a ratio has no value. */
export interface NotComputable {
  code: 'missing_input' | 'not_positive' | 'different_units' | 'price_unusable';
  detail: string;
}

export interface Ratio {
  ratio: string;
  label: string;
  formula: string;
  value: number | null;
  inputs: readonly RatioInput[];
  notComputable: NotComputable | null;
}

/** A period with its figures summed up for ratios. */
export interface RatioPeriod {
  fiscalYear: number;
  fiscalPeriod: string;
  start: string;
  end: string;
  /** The inputs of each line item, whose values add up. */
  items: ReadonlyMap<string, readonly RatioInput[]>;
}

/** `start`: at the end of the period before; `yearBefore`: of the same period a year earlier. */
type Moment = 'now' | 'start' | 'yearBefore';

/** A named sum of inputs in a formula. */
interface Term {
  item: string;
  at?: Moment;
}

interface RatioKind {
  ratio: string;
  label: string;
  formula: string;
  terms: readonly Term[];
  /** Names of terms, by position, that must be above zero for the ratio to have a meaning. */
  positive: readonly number[];
  compute(values: readonly number[]): number;
  /** True: only for periods of a year, because a quarter of a flow is compared with a stock. */
  isYearly?: boolean;
}

const quotient = (ratio: string, label: string, above: string, below: string): RatioKind => ({
  ratio,
  label,
  formula: `${above} / ${below}`,
  terms: [{ item: above }, { item: below }],
  positive: [1],
  compute: ([one = 0, other = 0]) => one / other,
});

const differenceOver = (ratio: string, label: string, above: string, without: string, below: string): RatioKind => ({
  ratio,
  label,
  formula: `(${above} − ${without}) / ${below}`,
  terms: [{ item: above }, { item: without }, { item: below }],
  positive: [2],
  compute: ([one = 0, other = 0, whole = 0]) => (one - other) / whole,
});

const perAverage = (ratio: string, label: string, above: string, below: string): RatioKind => ({
  ratio,
  label,
  formula: `${above} / average(${below} at start, ${below} at end)`,
  terms: [{ item: above }, { item: below, at: 'start' }, { item: below }],
  positive: [1, 2],
  compute: ([flow = 0, start = 0, end = 0]) => flow / ((start + end) / 2),
  isYearly: true,
});

const priceTo = (ratio: string, label: string, item: string): RatioKind => ({
  ratio,
  label,
  formula: `price × shares / ${item}`,
  terms: [{ item: 'price' }, { item: 'shares' }, { item }],
  positive: [0, 1, 2],
  compute: ([price = 0, shares = 0, below = 1]) => (price * shares) / below,
});

const growth = (ratio: string, label: string, item: string): RatioKind => ({
  ratio,
  label,
  formula: `${item} / ${item} a year before − 1`,
  terms: [{ item }, { item, at: 'yearBefore' }],
  positive: [1],
  compute: ([now = 0, before = 0]) => now / before - 1,
});

/** The ratios of a period in the order of responses. All of them are fractions or multiples: 0.25 is 25 %. */
export const ratioKinds: readonly RatioKind[] = [
  quotient('grossMargin', 'Gross margin', 'grossProfit', 'revenue'),
  quotient('operatingMargin', 'Operating margin', 'operatingIncome', 'revenue'),
  quotient('netMargin', 'Net margin', 'netIncome', 'revenue'),
  differenceOver('freeCashFlowMargin', 'Free cash flow margin', 'operatingCashFlow', 'capitalExpenditure', 'revenue'),
  quotient('taxRate', 'Effective tax rate', 'incomeTax', 'incomeBeforeTax'),
  quotient('interestCoverage', 'Interest coverage', 'operatingIncome', 'interestExpense'),
  perAverage('returnOnEquity', 'Return on equity', 'netIncome', 'shareholdersEquity'),
  perAverage('returnOnAssets', 'Return on assets', 'netIncome', 'totalAssets'),
  perAverage('assetTurnover', 'Asset turnover', 'revenue', 'totalAssets'),
  quotient('currentRatio', 'Current ratio', 'currentAssets', 'currentLiabilities'),
  differenceOver('quickRatio', 'Quick ratio', 'currentAssets', 'inventory', 'currentLiabilities'),
  quotient('liabilitiesToEquity', 'Liabilities to equity', 'totalLiabilities', 'shareholdersEquity'),
  quotient('longTermDebtToEquity', 'Long-term debt to equity', 'longTermDebt', 'shareholdersEquity'),
  growth('revenueGrowth', 'Growth of revenue', 'revenue'),
  growth('netIncomeGrowth', 'Growth of net income', 'netIncome'),
];

/** The ratios of a price, of the latest twelve months. `marketCap` is the price times the shares. */
export const valuationKinds: readonly RatioKind[] = [
  {
    ratio: 'marketCap',
    label: 'Market capitalization',
    formula: 'price × shares',
    terms: [{ item: 'price' }, { item: 'shares' }],
    positive: [0, 1],
    compute: ([price = 0, shares = 0]) => price * shares,
  },
  priceTo('priceToEarnings', 'Price to earnings', 'netIncome'),
  priceTo('priceToSales', 'Price to sales', 'revenue'),
  priceTo('priceToBook', 'Price to book value', 'shareholdersEquity'),
  {
    ratio: 'freeCashFlowYield',
    label: 'Free cash flow yield',
    formula: '(operatingCashFlow − capitalExpenditure) / (price × shares)',
    terms: [{ item: 'operatingCashFlow' }, { item: 'capitalExpenditure' }, { item: 'price' }, { item: 'shares' }],
    positive: [2, 3],
    compute: ([cash = 0, spent = 0, price = 1, shares = 1]) => (cash - spent) / (price * shares),
  },
];

const inputOf = ({ item, label, value, unit, start, end, knownSince, filing, derivation }: Figure): RatioInput => ({
  item,
  label,
  value,
  unit,
  start,
  end,
  knownSince,
  accession: filing.accession,
  isDerived: derivation !== null,
});

/** Returns fiscal years or quarters as periods of ratios. @param statements newest first */
export const periodsOf = (statements: readonly StatementPeriod[]): RatioPeriod[] =>
  statements.map(({ fiscalYear, fiscalPeriod, start, end, figures }) => ({
    fiscalYear,
    fiscalPeriod,
    start,
    end,
    items: new Map(figures.map((figure) => [figure.item, [inputOf(figure)]])),
  }));

/**
 * Returns the twelve months that end with each quarter that follows three others without a gap.
 * @param quarters newest first
 */
export function twelveMonths(quarters: readonly StatementPeriod[]): RatioPeriod[] {
  return quarters.flatMap((last, at): RatioPeriod[] => {
    const four = quarters.slice(at, at + 4);
    const follow = four.every(({ end }, back) => back === 0 || dayAfter(end) === four[back - 1]?.start);
    const first = four[3];
    if (first === undefined || !follow) return [];
    const items = new Map<string, RatioInput[]>();
    for (const figure of last.figures) {
      if (figure.start === null) {
        items.set(figure.item, [inputOf(figure)]);
        continue;
      }
      if (itemByKey.get(figure.item)?.kind !== 'flow') continue;
      const all = four.flatMap(({ figures }) => figures.filter(({ item }) => item === figure.item));
      if (all.length === 4 && all.every(({ unit }) => unit === figure.unit)) items.set(figure.item, all.map(inputOf));
    }
    const { fiscalYear, fiscalPeriod, end } = last;
    return [{ fiscalYear, fiscalPeriod, start: first.start, end, items }];
  });
}

/** Returns the ratios of a period. @param periods all periods of the same kind, newest first */
export function ratiosOf(period: RatioPeriod, periods: readonly RatioPeriod[], isQuarter: boolean): Ratio[] {
  const dayBefore = (day: string) => Date.parse(day) - DAY_MS;
  const ending = (time: number) =>
    periods.find(({ end }) => Math.abs(Date.parse(end) - time) <= TOLERANCE_DAYS * DAY_MS);
  const moments: Record<Moment, RatioPeriod | undefined> = {
    now: period,
    start: ending(dayBefore(period.start)),
    yearBefore: ending(Date.parse(period.end) - 365.25 * DAY_MS),
  };
  const kinds = ratioKinds.filter(({ isYearly }) => !isQuarter || isYearly !== true);
  return kinds.map((kind) => ratioOf(kind, ({ item, at = 'now' }) => moments[at]?.items.get(item)));
}

/** Days by which the ends of fiscal years differ that end on a weekday. */
const TOLERANCE_DAYS = 8;

/** Computes a ratio. @param inputsOf returns the inputs whose sum is a term; undefined if a term has no input */
export function ratioOf(
  { ratio, label, formula, terms, positive, compute }: RatioKind,
  inputsOf: (term: Term) => readonly RatioInput[] | undefined,
): Ratio {
  const found = terms.map(inputsOf);
  const inputs = found.flatMap((one) => one ?? []);
  const common = { ratio, label, formula, inputs };
  const without = (code: NotComputable['code'], detail: string): Ratio => ({
    ...common,
    value: null,
    notComputable: { code, detail },
  });
  const lacking = terms.flatMap(({ item, at }, index) =>
    found[index] === undefined ? [at === undefined ? item : `${item} of the period before`] : [],
  );
  if (lacking.length > 0) return without('missing_input', `No filing states ${[...new Set(lacking)].join(', ')}.`);
  const currencies = new Set(inputs.map(({ unit }) => unit).filter((unit) => unit !== 'shares'));
  if (currencies.size > 1) return without('different_units', `The inputs are in ${[...currencies].join(', ')}.`);
  const values = found.map((one) => (one ?? []).reduce((sum, { value }) => sum + value, 0));
  const wrong = positive.find((index) => !((values[index] ?? 0) > 0));
  if (wrong !== undefined)
    return without('not_positive', `${terms[wrong]?.item} is not above zero, so the ratio has no meaning.`);
  return { ...common, value: compute(values), notComputable: null };
}

/**
 * Returns the ratios of a price.
 * @param price undefined: unusable
 * @param unusable the reason for which there is no price
 */
export function valuationOf(
  period: RatioPeriod | undefined,
  price: { price: RatioInput; shares: RatioInput } | undefined,
  unusable: string,
): Ratio[] {
  return valuationKinds.map((kind) => {
    if (price === undefined) {
      const { ratio, label, formula } = kind;
      return {
        ratio,
        label,
        formula,
        value: null,
        inputs: [],
        notComputable: { code: 'price_unusable', detail: unusable },
      };
    }
    return ratioOf(kind, ({ item }) => {
      if (item === 'price') return [price.price];
      return item === 'shares' ? [price.shares] : period?.items.get(item);
    });
  });
}
