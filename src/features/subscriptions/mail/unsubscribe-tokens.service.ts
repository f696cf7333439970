import { createHmac, timingSafeEqual } from 'node:crypto';
import { Service } from 'typedi';
import { KeyRing } from '../../../http/key-ring.js';
import { tokenShape } from './unsubscribe-token.js';

const MAC_BYTES = 16;

/**
 * Creates and reads the tokens in mails by which the receiver can stop the mails of one subscription. Tokens are not
 * stored, do not expire and authorize only this.
 */
@Service()
export class UnsubscribeTokens {
  constructor(private readonly keys: KeyRing) {}

  of(subscriptionId: string): string {
    const id = Buffer.from(subscriptionId.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, macOf(this.keys.unsubscribeKeys[0] as Buffer, id)]).toString('base64url');
  }

  /** Returns the id of the subscription of a token; undefined for any other text. */
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
