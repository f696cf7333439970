/** A numeric axis with round steps. */
export interface Scale {
  min: number;
  max: number;
  step: number;
  /** Number of decimals of the labels. */
  decimals: number;
}

/** Maximum number of steps for each step that was asked for, if fewer steps would leave much of the axis empty. */
const MAX_MORE_STEPS = 1.4;
/** Fraction of the values beyond which an axis may be empty at its ends. */
const MAX_EMPTY = 0.15;

/** Returns the smallest of 1, 2, 2.5, 5 × 10ⁿ that is at least `rough`. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate >= rough / power - 1e-9) as number;
  return factor * power;
}

/** Maximum number of decimals; enough for steps between numbers that differ by more than rounding errors. */
const MAX_DECIMALS = 20;

/** Returns the number of decimals of a step, such as 2 for 0.25. */
function decimalsOf(step: number): number {
  for (let digits = 0; digits < MAX_DECIMALS; digits += 1)
    if (Math.abs(Math.round(step * 10 ** digits) - step * 10 ** digits) < 1e-6 * step * 10 ** digits) return digits;
  return MAX_DECIMALS;
}

/**
 * Returns a scale that contains all values, with about `steps` steps; for equal values, one percent on both sides. The
 * steps are smaller if the axis would be empty at its ends otherwise.
 */
export function scaleOf(low: number, high: number, steps: number): Scale {
  const half = high - low > Math.abs(high) * 1e-9 ? 0 : Math.abs(high) / 100 || 1;
  const [bottom, top] = [low - half, high + half];
  const count = Math.max(1, steps);
  const usual = roundStep((top - bottom) / count);
  const fine = roundStep((top - bottom) / (count * MAX_MORE_STEPS));
  const length = (step: number) => (Math.ceil(top / step - 1e-9) - Math.floor(bottom / step + 1e-9)) * step;
  const isEmpty = length(usual) > (1 + MAX_EMPTY) * (top - bottom) && length(fine) <= count * MAX_MORE_STEPS * fine;
  const step = isEmpty ? fine : usual;
  const digits = decimalsOf(step);
  const round = (value: number) => Number(value.toFixed(digits));
  return {
    min: round(Math.floor(bottom / step + 1e-9) * step),
    max: round(Math.ceil(top / step - 1e-9) * step),
    step,
    decimals: digits,
  };
}

/** Returns a scale for counts, which starts at 0 and has whole steps. */
export function countScale(highest: number, steps: number): Scale {
  const step = Math.max(1, Math.ceil(scaleOf(0, highest, steps).step));
  return { min: 0, max: Math.ceil(highest / step) * step, step, decimals: 0 };
}

/** Formats a number as `12,345.60`, independent of the machine's locale. */
export function formatNumber(value: number, decimals: number): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Formats a price by magnitude: two decimals from 10, up to four from 0.1, up to five significant digits below. */
export function formatPrice(price: number): string {
  const size = Math.abs(price);
  if (size >= 10 || size === 0) return formatNumber(price, 2);
  const digits = size >= 0.1 ? 4 : Math.min(12, 4 - Math.floor(Math.log10(size)));
  return formatNumber(price, digits).replace(/(\.\d\d\d*?)0+$/, '$1');
}

const magnitudes = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'K'],
] as const;

/** Formats a number as `1.2M`, with at most three significant digits. */
export function formatCompact(value: number): string {
  const [size, letter] = magnitudes.find(([from]) => Math.abs(value) >= from) ?? [1, ''];
  return `${Number((Math.abs(value) / size).toPrecision(3))}${letter}`.replace(/^(?!0$)/, value < 0 ? '−' : '');
}
