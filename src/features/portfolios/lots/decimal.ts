import { Decimal as Base } from 'decimal.js';

/**
 * Exact decimals of ledgers. 40 significant digits suffice for 1e20 units with the 18 decimal places of a crypto-asset.
 * Texts have no exponents.
 */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_EVEN, toExpNeg: -40, toExpPos: 60 });
export type Decimal = Base;

export const zero = new Decimal(0);
