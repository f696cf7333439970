import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { type Passkey, PasskeyRepository } from '../credentials/passkey.repository.js';
import { SignInWays } from '../credentials/sign-in-ways.js';
import { SecondFactorService } from '../second-factor/second-factor.service.js';
import type { NewCredential } from './passkey-ceremonies.js';

/** Maximum number of passkeys of an account. */
export const MAX_PASSKEYS = 20;

/** Manages the passkeys of accounts. */
@Service()
export class PasskeysService {
  constructor(
    private readonly repository: PasskeyRepository,
    private readonly accounts: AccountsService,
    private readonly ways: SignInWays,
    private readonly factors: SecondFactorService,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists the passkeys of an account, the oldest first. */
  list(accountId: string): Promise<Passkey[]> {
    return this.repository.list(accountId, MAX_PASSKEYS);
  }

  /** Returns a passkey. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Passkey> {
    return (await this.repository.find(accountId, id)) ?? missing();
  }

  /** Adds a verified credential. @throws Problem `conflict` if it is known, or the account has too many */
  add(accountId: string, name: string, credential: NewCredential, origin: RequestOrigin): Promise<Passkey> {
    const now = new Date(this.clock.now());
    const passkey: Passkey = {
      id: uuidV7(),
      accountId,
      name,
      ...credential,
      lastUsedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    return this.database.transaction(async () => {
      await this.accounts.hold(accountId);
      if ((await this.repository.findByCredential(credential.credentialId)) !== undefined)
        throw new Problem('conflict', { detail: 'This passkey was already added.' });
      if ((await this.repository.count(accountId)) >= MAX_PASSKEYS)
        throw new Problem('conflict', { detail: `An account has at most ${MAX_PASSKEYS} passkeys; remove one first.` });
      await this.repository.insert(passkey);
      await this.append('user.passkey_added', passkey, origin);
      return passkey;
    });
  }

  /** Renames a passkey. @throws Problem `not_found`, `precondition_failed` */
  rename(accountId: string, id: string, name: string | undefined, ifMatch: string | undefined, origin: RequestOrigin) {
    return this.database.transaction(async () => {
      const passkey = (await this.repository.hold(accountId, id)) ?? missing();
      assertVersion(ifMatch, passkey);
      if (name === undefined || name === passkey.name) return passkey;
      const now = new Date(this.clock.now());
      const renamed = { ...passkey, name, version: passkey.version + 1, updatedAt: now };
      await this.repository.replace(renamed);
      await this.append('user.passkey_renamed', renamed, origin);
      return renamed;
    });
  }

  /**
   * Removes a passkey.
   * @throws Problem `not_found`, `precondition_failed`, `conflict` for the last way to sign in, or the only second
   * factor
   */
  remove(accountId: string, id: string, ifMatch: string | undefined, origin: RequestOrigin): Promise<void> {
    return this.database.transaction(async () => {
      const passkey = (await this.repository.hold(accountId, id)) ?? missing();
      assertVersion(ifMatch, passkey);
      await this.ways.assertOthers(accountId, id);
      const isOnly = (await this.repository.count(accountId)) === 1;
      if (isOnly && (await this.factors.needsPasskeys(accountId)))
        throw new Problem('conflict', {
          detail: 'It is the only second factor of this account. Turn the second factor off first, or add a passkey.',
        });
      await this.repository.remove(accountId, id);
      await this.append('user.passkey_removed', passkey, origin);
    });
  }

  private append(action: string, { accountId, id }: Passkey, { address, requestId }: RequestOrigin): Promise<void> {
    const detail = { passkeyId: id };
    return this.audit.append({ actorId: accountId, action, subject: accountId, detail, address, requestId });
  }
}

function missing(): never {
  throw new Problem('not_found', { detail: 'You have no passkey with this id.' });
}
