import { createHash, hkdfSync } from 'node:crypto';

/** A key that signs or verifies access tokens. `id` is its name in tokens and reveals nothing about it. */
export interface SigningKey {
  id: string;
  secret: string;
}

/** All keys of the service, each derived from one configured secret for one purpose. */
export class KeyRing {
  /** Signs new access tokens. */
  readonly current: SigningKey;
  /** The current key and earlier keys that are still accepted, by id. */
  readonly accepted: ReadonlyMap<string, SigningKey>;
  readonly refreshKey: Buffer;
  readonly cursorKey: Buffer;
  /** Keys of tickets: the first one signs, all of them verify. */
  readonly ticketKeys: readonly Buffer[];
  /** Keys of the tokens in unsubscribe links of mails: the first one signs, all of them verify. */
  readonly unsubscribeKeys: readonly Buffer[];

  constructor(secret: string, previous: readonly string[] = []) {
    this.current = signingKey(secret);
    this.accepted = new Map([secret, ...previous].map(signingKey).map((key) => [key.id, key]));
    this.refreshKey = derive(secret, 'refresh token');
    this.cursorKey = derive(secret, 'cursor');
    this.ticketKeys = [secret, ...previous].map((one) => derive(one, 'ticket'));
    this.unsubscribeKeys = [secret, ...previous].map((one) => derive(one, 'unsubscribe'));
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'watchfloor', purpose, 32));
}

function signingKey(secret: string): SigningKey {
  return { id: createHash('sha256').update(derive(secret, 'key id')).digest('hex').slice(0, 12), secret };
}
