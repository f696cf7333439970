import { Service } from 'typedi';
import type { Account } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import type { OidcProvider } from '../auth.config.js';
import type { Identity } from '../credentials/identity.repository.js';
import { unusablePassword } from '../passwords/unusable-password.js';
import type { SignInMethod } from '../sessions/session.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { SecondStepService } from '../sign-in/second-step.service.js';
import { mfaRequired } from '../sign-in/sign-in.service.js';
import { SignInCompletion } from '../sign-in/sign-in-completion.service.js';
import { admissionOf, type Claims, labelOf, nameOf, verifiedEmail } from './claims.js';
import { IdentitiesService } from './identities.service.js';

/** Signs accounts in by the verified claims of a provider. */
@Service()
export class OidcSignIn {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly accounts: AccountsService,
    private readonly steps: SecondStepService,
    private readonly completion: SignInCompletion,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Signs in the account that is linked to the subject. The first sign-in creates an account, if the provider may. The
   * service asks for the second factor of the account as after a password.
   * @throws Problem `account_not_admitted`, `email_taken`, `last_operator`, `mfa_required`
   */
  async signIn(provider: OidcProvider, claims: Claims, origin: RequestOrigin): Promise<SignedIn> {
    const method: SignInMethod = `provider:${provider.id}`;
    const { account, challenge, refusal } = await this.database.transaction(() =>
      this.admit(provider, claims, origin, method),
    );
    // Thrown after the commit, so that the record of the refusal and the challenge remain.
    if (refusal !== undefined) throw refusal;
    if (challenge !== undefined) throw mfaRequired(challenge);
    return this.completion.complete(account?.id ?? '', origin, {
      method,
      admit: async (present) => {
        const isLinked = (await this.identities.findBySubject(claims))?.accountId === present?.id;
        if (present === undefined || present.disabledAt !== null || !isLinked) throw notLinked();
        // The second factor was turned on after the account was read, so it was not asked for.
        if (present.secondFactorSince !== null) throw new Problem('invalid_challenge', { detail: 'Sign in again.' });
        return { account: present };
      },
    });
  }

  /** Finds or creates the account, sets its role by the rule of the provider, and records a refusal. */
  private async admit(
    provider: OidcProvider,
    claims: Claims,
    origin: RequestOrigin,
    method: SignInMethod,
  ): Promise<{ account?: Account; challenge?: string; refusal?: Problem }> {
    const identity = await this.identities.findBySubject(claims);
    const admission = admissionOf(claims, provider);
    const linked = identity && (await this.accounts.hold(identity.accountId));
    if (admission === null || linked?.disabledAt) {
      const refusal = admission === null ? notAdmitted() : notLinked();
      return { refusal: await this.refused(refusal, provider, origin, identity) };
    }
    if (identity === undefined || linked === undefined) {
      const email = verifiedEmail(claims, provider);
      if (!provider.createsAccounts || email === undefined) {
        const refusal = provider.createsAccounts ? noEmail() : notLinked();
        return { refusal: await this.refused(refusal, provider, origin) };
      }
      if ((await this.accounts.findByEmail(email)) !== undefined)
        return { refusal: await this.refused(addressTaken(), provider, origin) };
      return { account: await this.create(provider, claims, email, origin) };
    }
    const { role } = admission;
    await this.identities.touch(identity, {
      provider: provider.id,
      label: labelOf(claims),
      lastUsedAt: new Date(this.clock.now()),
    });
    const account =
      role === undefined || role === linked.role ? linked : await this.changeRole(linked, role, provider, origin);
    if (account.secondFactorSince === null) return { account };
    return { account, challenge: await this.steps.challenge(account, method) };
  }

  private async create(provider: OidcProvider, claims: Claims, email: string, origin: RequestOrigin): Promise<Account> {
    const { role } = admissionOf(claims, provider) ?? {};
    const account = await this.accounts.create({
      email,
      displayName: nameOf(claims, email),
      passwordHash: unusablePassword(),
      ...(role && { role }),
    });
    await this.identities.add(account.id, provider, claims);
    await this.append('user.registered', account.id, { provider: provider.id }, origin);
    return account;
  }

  private async changeRole(
    account: Account,
    role: Account['role'],
    provider: OidcProvider,
    origin: RequestOrigin,
  ): Promise<Account> {
    const changed = await this.accounts.change(account.id, { role });
    await this.append('user.role_changed', account.id, { provider: provider.id, role }, origin);
    return changed;
  }

  private async refused(
    refusal: Problem,
    provider: OidcProvider,
    origin: RequestOrigin,
    identity?: Identity,
  ): Promise<Problem> {
    const detail = { provider: provider.id, reason: refusal.code };
    await this.append('user.sign_in_refused', identity?.accountId ?? null, detail, origin);
    return refusal;
  }

  private append(
    action: string,
    subject: string | null,
    detail: Record<string, unknown>,
    { address, requestId }: RequestOrigin,
  ): Promise<void> {
    const actorId = action === 'user.sign_in_refused' ? null : subject;
    return this.audit.append({ actorId, action, subject, detail, address, requestId });
  }
}

const notAdmitted = () =>
  new Problem('account_not_admitted', { detail: 'The rules of this service do not admit you. Ask an operator.' });

const notLinked = () =>
  new Problem('account_not_admitted', {
    detail: 'No account is linked to this identity. Sign in to your account first, and link the provider there.',
  });

const noEmail = () =>
  new Problem('account_not_admitted', {
    detail: 'The provider has not verified your e-mail address, so no account can be created. Ask an operator.',
  });

const addressTaken = () =>
  new Problem('email_taken', {
    detail: 'An account has this e-mail address. Sign in to it in another way, and link the provider there.',
  });
