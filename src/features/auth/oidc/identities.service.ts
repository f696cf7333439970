import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { OidcProvider } from '../auth.config.js';
import { type Identity, IdentityRepository } from '../credentials/identity.repository.js';
import { SignInWays } from '../credentials/sign-in-ways.js';
import { type Claims, labelOf } from './claims.js';

/** Maximum number of identities of an account. */
export const MAX_IDENTITIES = 20;

/** Links subjects of providers to accounts. */
@Service()
export class IdentitiesService {
  constructor(
    private readonly repository: IdentityRepository,
    private readonly accounts: AccountsService,
    private readonly ways: SignInWays,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists the identities of an account, the oldest first. */
  list(accountId: string): Promise<Identity[]> {
    return this.repository.list(accountId, MAX_IDENTITIES);
  }

  findBySubject({ iss, sub }: Claims): Promise<Identity | undefined> {
    return this.repository.findBySubject(iss, sub);
  }

  touch({ id }: Identity, fields: Pick<Identity, 'provider' | 'label' | 'lastUsedAt'>): Promise<void> {
    return this.repository.touch(id, fields);
  }

  /** Links a subject to an account, in the caller's transaction. */
  async add(accountId: string, provider: OidcProvider, claims: Claims): Promise<Identity> {
    const now = new Date(this.clock.now());
    const identity: Identity = {
      id: uuidV7(),
      accountId,
      provider: provider.id,
      issuer: claims.iss,
      subject: claims.sub,
      label: labelOf(claims),
      lastUsedAt: null,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.repository.insert(identity);
    return identity;
  }

  /**
   * Links a verified subject to the account of a signed-in caller. Linking it again changes nothing.
   * @throws Problem `conflict` if it signs in to another account, or if the account has too many
   */
  link(accountId: string, provider: OidcProvider, claims: Claims, origin: RequestOrigin): Promise<Identity> {
    return this.database.transaction(async () => {
      await this.accounts.hold(accountId);
      const known = await this.findBySubject(claims);
      if (known?.accountId === accountId) return known;
      if (known !== undefined)
        throw new Problem('conflict', { detail: 'This identity already signs in to another account.' });
      if ((await this.repository.count(accountId)) >= MAX_IDENTITIES)
        throw new Problem('conflict', { detail: `An account has at most ${MAX_IDENTITIES} identities.` });
      const identity = await this.add(accountId, provider, claims);
      await this.append('user.identity_linked', identity, origin);
      return identity;
    });
  }

  /** Unlinks an identity. @throws Problem `not_found`, `conflict` for the last way to sign in */
  unlink(accountId: string, id: string, origin: RequestOrigin): Promise<void> {
    return this.database.transaction(async () => {
      const identity = await this.repository.hold(accountId, id);
      if (identity === undefined) throw new Problem('not_found', { detail: 'You have no identity with this id.' });
      await this.ways.assertOthers(accountId, id);
      await this.repository.remove(accountId, id);
      await this.append('user.identity_unlinked', identity, origin);
    });
  }

  private append(action: string, { accountId, provider, id }: Identity, { address, requestId }: RequestOrigin) {
    const detail = { provider, identityId: id };
    return this.audit.append({ actorId: accountId, action, subject: accountId, detail, address, requestId });
  }
}
