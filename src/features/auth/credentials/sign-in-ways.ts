import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { SignInConfig } from '../auth.config.js';
import { hasPassword } from '../passwords/unusable-password.js';
import { IdentityRepository } from './identity.repository.js';
import { PasskeyRepository } from './passkey.repository.js';

/** Knows in which ways an account can sign in, so that its last one is not removed. */
@Service()
export class SignInWays {
  constructor(
    private readonly accounts: AccountsService,
    private readonly identities: IdentityRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly config: SignInConfig,
  ) {}

  /**
   * Locks the account, and rejects the removal of its last way to sign in. An identity of a provider that is no longer
   * configured is not a way.
   * @param removed id of the identity or passkey that is to be removed
   * @throws Problem `conflict`, `not_found`
   */
  async assertOthers(accountId: string, removed: string): Promise<void> {
    const account = await this.accounts.hold(accountId);
    if (account === undefined) throw new Problem('not_found', { detail: 'There is no account with this id.' });
    if (hasPassword(account.passwordHash) && this.config.allowsPassword(account.role)) return;
    const issuers = this.config.providers.map(({ issuer }) => new URL(issuer).href);
    const identities = await this.identities.list(accountId, 100);
    const usable = identities.filter(({ issuer }) => issuers.includes(new URL(issuer).href));
    const others = [...usable, ...(await this.passkeys.list(accountId, 100))].filter(({ id }) => id !== removed);
    if (others.length > 0) return;
    throw new Problem('conflict', {
      detail: 'It is the only way to sign in to this account. Add a passkey, a provider or a password first.',
    });
  }
}
