import { Service } from 'typedi';
import { CursorCodec } from '../../http/cursor.js';

/** How far a pull feed was read, for the account and the subscription it was given to alone. */
@Service()
export class FeedCursor {
  constructor(private readonly cursors: CursorCodec) {}

  /** @param position undefined: at the beginning */
  write(accountId: string, subscriptionId: string, position: number | undefined): string {
    return this.cursors.encode(scopeOf(accountId, subscriptionId), position === undefined ? [] : [position]);
  }

  /** @returns undefined for the beginning. @throws Problem `invalid_cursor` */
  read(accountId: string, subscriptionId: string, cursor: string | undefined): number | undefined {
    return cursor === undefined ? undefined : (this.cursors.decode(scopeOf(accountId, subscriptionId), cursor)[0] as number | undefined);
  }
}

const scopeOf = (accountId: string, subscriptionId: string) => `subscription-events:${accountId}:${subscriptionId}`;
