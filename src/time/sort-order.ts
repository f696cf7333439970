/** Directions of a list that is ordered by time. */
export const orders = ['asc', 'desc'] as const;
export type Order = (typeof orders)[number];
