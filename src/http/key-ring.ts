import { createHash, hkdfSync } from 'node:crypto';

/** A key that signs or verifies access tokens. `id` is its name in tokens and reveals nothing about it. */
export interface SigningKey {
  id: string;
  secret: string;
}

/** Every key of the service, derived from one configured secret, each for one purpose. */
export class KeyRing {
  /** Signs new access tokens. */
  readonly current: SigningKey;
  /** The current key and those still accepted. */
  readonly accepted: ReadonlyMap<string, SigningKey>;
  readonly refreshKey: Buffer;
  readonly cursorKey: Buffer;
  /** The first makes tickets; all of them verify, like `accepted`. */
  readonly ticketKeys: readonly Buffer[];
  /** The first makes the tokens that turn mails off; all of them verify. */
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
