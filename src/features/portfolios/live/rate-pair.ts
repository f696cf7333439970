/**
 * The currency pairs that give units of `to` for one `from`: directly, and as one divided by the price. Providers have
 * one of them or both.
 */
export const ratePairs = (from: string, to: string): readonly [direct: string, inverse: string] => [
  `${from}${to}.FOREX`,
  `${to}${from}.FOREX`,
];
