import { createHmac, timingSafeEqual } from 'node:crypto';
import { Service } from 'typedi';
import { Problem } from '../api/problem.js';
import { KeyRing } from './key-ring.js';
import type { Page } from './page.js';

const TAG_BYTES = 12;

/**
 * Encodes and decodes opaque positions in lists. A cursor is the sort key of the last row, signed together with its
 * scope (operation, owner, filters), so that a changed cursor, or one of another list, is rejected. Pages resume after
 * that key and so stay stable under inserts.
 */
@Service()
export class CursorCodec {
  constructor(private readonly keys: KeyRing) {}

  encode(scope: string, key: readonly (string | number)[]): string {
    const payload = Buffer.from(JSON.stringify(key));
    return Buffer.concat([this.tag(scope, payload), payload]).toString('base64url');
  }

  /**
   * Returns the sort key of a cursor.
   * @throws Problem `invalid_cursor` for a cursor that `encode` did not make for the same scope
   */
  decode(scope: string, cursor: string): (string | number)[] {
    const bytes = Buffer.from(cursor, 'base64url');
    const payload = bytes.subarray(TAG_BYTES);
    const genuine =
      bytes.length > TAG_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, TAG_BYTES), this.tag(scope, payload));
    if (!genuine) {
      throw new Problem('invalid_cursor', {
        detail: 'Use a nextCursor exactly as it was given, with the same filters, or start without one.',
        errors: [{ pointer: 'query/cursor', detail: 'was not given out for this list' }],
      });
    }
    return JSON.parse(payload.toString());
  }

  /**
   * Returns the means to serve one page of a list: query the repository for `fetch` rows after the key `after`, then
   * pass them to `answer`. One extra row shows whether there is a next page.
   */
  page(scope: string, limit: number, cursor: string | undefined) {
    const after = cursor === undefined ? undefined : this.decode(scope, cursor);
    const answer = <Row, Item extends object = object>(
      rows: Row[],
      keyOf: (row: Row) => (string | number)[],
      toDto: (row: Row) => Item,
    ): Page<Item> => {
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return {
        items: shown.map(toDto),
        nextCursor: rows.length > limit && last !== undefined ? this.encode(scope, keyOf(last)) : null,
      };
    };
    return { after, fetch: limit + 1, answer };
  }

  private tag(scope: string, payload: Buffer): Buffer {
    return createHmac('sha256', this.keys.cursorKey)
      .update(`${scope}\0`)
      .update(payload)
      .digest()
      .subarray(0, TAG_BYTES);
  }
}
