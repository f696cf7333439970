/**
 * The fields of a transaction in exported files, in the order of the columns. `lots` are the numbers of the
 * transactions of the file that opened them.
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

/** Marks an exported JSON file. */
export const PLAIN_FORMAT = 'watchfloor.transactions';
