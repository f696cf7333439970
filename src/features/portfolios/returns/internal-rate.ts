/** Money paid into an investment (negative) or received from it (positive) on a day. */
export interface CashFlow {
  /** Day of the flow, in days since 1970-01-01. */
  day: number;
  amount: number;
}

export interface InternalRates {
  /** The annual rate nearest to 10 %, as a fraction (0.05 is 5 %). */
  rate: number;
  /** All annual rates at which the present value is zero, ascending. */
  all: number[];
}

export type NoInternalRate = 'no_flows' | 'one_day' | 'one_direction' | 'no_rate' | 'rate_out_of_range';

const DAYS_PER_YEAR = 365;
/** If several rates exist, the one nearest to this is returned; Excel starts its search here as well. */
const REFERENCE_RATE = 0.1;
/** Step width of the search for ln(1 + rate), up to `FINE_LIMIT`; beyond it the steps grow. */
const STEP = 0.01;
const FINE_LIMIT = 12;
const GROWTH = 1.02;
/** Number of steps after which the weights are computed again, since errors of repeated products grow. */
const REFRESH_STEPS = 128;
const BISECTIONS = 100;
/** A sum of flows below this fraction of their size counts as zero. */
const ZERO_SHARE = 1e-14;

/**
 * Finds the money-weighted annual return (XIRR): the rates r with Σ amount · (1 + r)^(-days / 365) = 0. Source:
 * ECMA-376 part 4, XIRR; the day count is actual/365 fixed. All real rates are found: the search runs over x = ln(1 +
 * r), in which every value is valid, up to the point from which the first (or last) flow alone decides the sign.
 */
export function internalRates(flows: readonly CashFlow[]): InternalRates | NoInternalRate {
  const days = byDay(flows);
  if (days.length === 0) return 'no_flows';
  if (days.length === 1) return 'one_day';
  if (!days.some(({ amount }) => amount > 0) || !days.some(({ amount }) => amount < 0)) return 'one_direction';
  const [first, last] = [days[0] as CashFlow, days.at(-1) as CashFlow];
  const amounts = Float64Array.from(days, ({ amount }) => amount);
  const since = Float64Array.from(days, ({ day }) => (day - first.day) / DAYS_PER_YEAR);
  const until = Float64Array.from(days, ({ day }) => (last.day - day) / DAYS_PER_YEAR);
  const positive = rootsOf(amounts, since);
  // With the flows in reverse order, a negative x becomes a positive one.
  const negative = rootsOf(amounts.toReversed(), until.toReversed()).map((x) => -x);
  const all = [...new Set([...negative, ...positive].map((x) => Math.expm1(x)))]
    .filter(Number.isFinite)
    .sort((a, b) => a - b);
  if (positive.length + negative.length === 0) return 'no_rate';
  if (all.length === 0) return 'rate_out_of_range';
  const rate = all.reduce((best, one) =>
    Math.abs(one - REFERENCE_RATE) < Math.abs(best - REFERENCE_RATE) ? one : best,
  );
  return { rate, all };
}

function byDay(flows: readonly CashFlow[]): CashFlow[] {
  const sums = new Map<number, number>();
  for (const { day, amount } of flows) sums.set(day, (sums.get(day) ?? 0) + amount);
  const days = [...sums].map(([day, amount]) => ({ day, amount }));
  return days.filter(({ amount }) => amount !== 0).sort((a, b) => a.day - b.day);
}

/** Returns the roots x ≥ 0 of Σ amount · e^(-x · years). @param years ascending, the first is 0 */
function rootsOf(amounts: Float64Array, years: Float64Array): number[] {
  const value = (x: number) =>
    amounts.reduce((sum, amount, index) => sum + amount * Math.exp(-x * (years[index] as number)), 0);
  const size = amounts.reduce((sum, amount) => sum + Math.abs(amount), 0);
  // Beyond this x the first flow outweighs all others together.
  const end = Math.max(0, Math.log(size / Math.abs(amounts[0] as number)) / (years[1] as number)) + STEP;
  const roots: number[] = [];
  let [before, at] = [
    { x: 0, value: 0 },
    { x: 0, value: value(0) },
  ];
  if (Math.abs(at.value) <= ZERO_SHARE * size) roots.push(0);
  for (const next of scan(amounts, years, end)) {
    if (Math.sign(next.value) * Math.sign(at.value) < 0) roots.push(bisect(value, at.x, next.x));
    // Two roots can be within a step: the value then comes close to zero and turns back.
    else if (
      Math.sign(before.value) === Math.sign(at.value) &&
      Math.abs(at.value) < Math.abs(before.value) &&
      Math.abs(at.value) < Math.abs(next.value)
    ) {
      const turn = nearestToZero(value, before.x, next.x, Math.sign(at.value));
      if (turn !== undefined) roots.push(bisect(value, before.x, turn), bisect(value, turn, next.x));
    }
    [before, at] = [at, next];
  }
  return roots;
}

/**
 * Yields the values at rising x. Up to `FINE_LIMIT` each weight is the one before times a constant, which is much
 * cheaper than computing a power.
 */
function* scan(amounts: Float64Array, years: Float64Array, end: number): Generator<{ x: number; value: number }> {
  const factors = years.map((year) => Math.exp(-STEP * year));
  const weights = new Float64Array(years.length).fill(1);
  let x = 0;
  for (let step = 1; x < end; step += 1) {
    const isFine = x < FINE_LIMIT;
    x = isFine ? step * STEP : x * GROWTH;
    const isExact = !isFine || step % REFRESH_STEPS === 0;
    let value = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const weight = isExact
        ? Math.exp(-x * (years[index] as number))
        : (weights[index] as number) * (factors[index] as number);
      weights[index] = weight;
      value += (amounts[index] as number) * weight;
    }
    yield { x, value };
  }
}

function bisect(value: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const sign = Math.sign(value(low));
  for (let left = BISECTIONS; left > 0 && high - low > Number.EPSILON * Math.abs(high); left -= 1) {
    const middle = (low + high) / 2;
    if (Math.sign(value(middle)) === sign) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Returns an x between two others at which the value has the opposite sign of `sign`, by golden-section search;
 * undefined if the value only comes close to zero.
 */
function nearestToZero(value: (x: number) => number, from: number, to: number, sign: number): number | undefined {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  for (let left = BISECTIONS / 2; left > 0; left -= 1) {
    const [a, b] = [high - ratio * (high - low), low + ratio * (high - low)];
    const [valueA, valueB] = [value(a) * sign, value(b) * sign];
    if (valueA < 0) return a;
    if (valueB < 0) return b;
    if (valueA < valueB) high = b;
    else low = a;
  }
  return undefined;
}
