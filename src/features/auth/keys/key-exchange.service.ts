import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { KeyRing } from '../../../http/key-ring.js';
import { Clock } from '../../../time/clock.js';
import { signAccessToken } from '../tokens/access-token.js';
import { isUsableFrom, type PersonalKey, WRONG_ADDRESS } from './personal-key.js';
import { PersonalKeysService } from './personal-keys.service.js';

export interface KeyToken {
  accessToken: string;
  key: PersonalKey;
}

/** Exchanges personal keys for access tokens. */
@Service()
export class KeyExchange {
  constructor(
    private readonly personalKeys: PersonalKeysService,
    private readonly accounts: AccountsService,
    private readonly keys: KeyRing,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Exchanges a key for an access token.
   * @throws Problem `invalid_key`, with the same detail for a mistyped, unknown, revoked or expired key and for a
   * disabled account
   */
  async exchange(text: string, origin: RequestOrigin): Promise<KeyToken> {
    const key = await this.personalKeys.identify(text);
    const account = key && (await this.accounts.present(key.accountId));
    if (key === undefined || account === undefined || account.disabledAt !== null) {
      throw new Problem('invalid_key', {
        detail: 'It is mistyped, revoked or expired. `GET /api/v1/auth/keys` lists your keys.',
      });
    }
    if (!isUsableFrom(key, origin.address)) throw new Problem('invalid_key', { detail: WRONG_ADDRESS });
    // This read also stores the time of the key's last use.
    await this.personalKeys.present(key.id);
    await this.database.transaction(() => this.personalKeys.record('key.exchanged', key, origin));
    return {
      accessToken: signAccessToken(this.keys.current, { accountId: account.id, keyId: key.id }, this.clock.now()),
      key,
    };
  }
}
