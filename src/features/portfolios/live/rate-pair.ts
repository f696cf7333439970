/**
 * Returns the currency pairs that give the units of `to` for one unit of `from`: `direct` by its price, `inverse` by
 * one divided by its price. Providers have one of the two pairs, or both.
 */
export const ratePairs = (from: string, to: string): readonly [direct: string, inverse: string] => [
  `${from}${to}.FOREX`,
  `${to}${from}.FOREX`,
];
