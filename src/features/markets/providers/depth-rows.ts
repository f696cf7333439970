import { readList } from '../../../upstream/answers.js';
import type { BookLevel, OrderBook } from '../order-book.js';
import { readRows } from './answer-rows.js';
import { readVolume, requirePrice } from './answer-values.js';

/**
 * Reads the two sides of an order book, lists of `[price, size, …]` in any order. Prices without a size are left out.
 * @param levels maximum number of prices of each side
 * @throws UpstreamError `bad_answer` if a side is not a list, or if every price of a side is malformed
 */
export function readBook(bids: unknown, asks: unknown, levels: number, at: Date | null): OrderBook {
  const side = (list: unknown, place: string, order: 1 | -1): BookLevel[] =>
    readRows(list, place, (row) => {
      const [price, size] = readList(row, 'A price');
      const offered = readVolume(size, 'size') ?? 0;
      return offered === 0 ? undefined : { price: requirePrice(price, 'price'), size: offered };
    })
      .rows.sort((one, other) => order * (one.price - other.price))
      .slice(0, levels);
  return { bids: side(bids, 'The list of bids', -1), asks: side(asks, 'The list of asks', 1), at };
}
