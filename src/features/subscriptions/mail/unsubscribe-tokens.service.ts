import { createHmac, timingSafeEqual } from 'node:crypto';
import { Service } from 'typedi';
import { KeyRing } from '../../../http/key-ring.js';
import { tokenShape } from './unsubscribe-token.js';

const MAC_BYTES = 16;

/**
 * Tokens in mails that turn the mails of one subscription off, and do nothing else. They are not stored and do not
 * expire.
 */
@Service()
export class UnsubscribeTokens {
  constructor(private readonly keys: KeyRing) {}

  of(subscriptionId: string): string {
    const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, macOf(this.keys.unsubscribeKeys[0] as Buffer, id)]).toString('base64url');
  }

  /** @returns the subscription; undefined for any other text */
  read(token: string): string | undefined {
    if (!tokenShape.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const [id, mac] = [bytes.subarray(0, 16), bytes.subarray(16)];
    if (mac.length !== MAC_BYTES || !this.keys.unsubscribeKeys.some((key) => timingSafeEqual(mac, macOf(key, id))))
      return undefined;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }
}

const macOf = (key: Buffer, id: Buffer): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);
