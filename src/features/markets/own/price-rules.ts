import { day as dayRule } from '../../../api/rules.js';
import { FIRST_PRICE_DAY, MAX_PRICE, MIN_PRICE, type OwnPrice } from './own-instrument.js';

export interface PriceProblem {
  field: 'day' | 'price';
  detail: string;
}

const validDay = dayRule();

/**
 * Returns the problem of a price; undefined if it can be stored.
 * @param today the last day of a price
 * @param before the days of the prices before it
 */
export function priceProblem(
  { day, price }: OwnPrice,
  today: string,
  before: ReadonlySet<string>,
): PriceProblem | undefined {
  if (!validDay.check(day)) return { field: 'day', detail: `must be ${validDay.says}` };
  if (day > today) return { field: 'day', detail: 'must not be in the future' };
  if (day < FIRST_PRICE_DAY) return { field: 'day', detail: `must not be before ${FIRST_PRICE_DAY}` };
  if (before.has(day)) return { field: 'day', detail: 'is given twice' };
  if (Number.isNaN(price)) return { field: 'price', detail: 'must be a number such as 98.5' };
  if (!(price >= MIN_PRICE && price <= MAX_PRICE))
    return { field: 'price', detail: `must be from ${MIN_PRICE} to ${MAX_PRICE}` };
  return undefined;
}
