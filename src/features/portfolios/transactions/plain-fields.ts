/**
 * The fields of a transaction in exported files, in the order of the columns. `lots` has the numbers of the rows whose
 * transactions opened the lots.
 */
export const plainFields = [
  'type',
  'tradedAt',
  'symbol',
  'quantity',
  'price',
  'amount',
  'currency',
  'fee',
  'tax',
  'rate',
  'newSymbol',
  'costFraction',
  'lots',
  'note',
  'externalId',
] as const;
export type PlainField = (typeof plainFields)[number];

/** Value of `format` in an exported JSON file. */
export const PLAIN_FORMAT = 'watchfloor.transactions';
