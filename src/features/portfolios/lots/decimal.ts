import { Decimal as Base } from 'decimal.js';

/**
 * Exact amounts of ledgers: 40 significant digits are enough for 18 places of a crypto-asset and 1e20 units. Exponents
 * are never written.
 */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_EVEN, toExpNeg: -40, toExpPos: 60 });
export type Decimal = Base;

export const zero = new Decimal(0);
