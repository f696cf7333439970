import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { type Account, normalizeEmail } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { AuthConfig } from '../../../config/auth-config.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { IdempotencyStore, type KeyedRequest } from '../../../http/idempotency/idempotency-store.js';
import { addressKey } from '../../../http/rate-limit/address-key.js';
import { SignInConfig } from '../auth.config.js';
import { PasswordService } from './password.service.js';

export interface RegistrationRequest {
  email: string;
  password: string;
  displayName: string;
}

export interface Registered {
  account: Account;
  /** Whether an earlier request with the same idempotency key created the account. */
  replayed: boolean;
}

@Service()
export class RegistrationService {
  constructor(
    private readonly config: AuthConfig,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordService,
    private readonly keys: IdempotencyStore,
    private readonly audit: AuditLog,
    private readonly database: Database,
    private readonly signIn: SignInConfig,
  ) {}

  /**
   * Registers an account.
   * @param key idempotency key. If the same registration is sent again with the same key from the same address, the
   * account that it created is returned; in all other cases a registered e-mail address is rejected.
   * @throws Problem `registration_closed`, `email_taken`, `invalid_request` for a weak password
   */
  async register(registration: RegistrationRequest, origin: RequestOrigin, key?: string): Promise<Registered> {
    if (!this.config.registrationOpen || this.signIn.passwordSignIn !== 'all')
      throw new Problem('registration_closed', { detail: 'Ask an operator for an account.' });
    const email = normalizeEmail(registration.email);
    const passwordHash = await this.passwords.hashNew(registration.password, email, '/password');
    const { displayName, password } = registration;
    try {
      const account = await this.database.transaction(async () => {
        const created = await this.accounts.create({ email, displayName, passwordHash });
        const { address, requestId } = origin;
        await this.audit.append({
          actorId: created.id,
          action: 'user.registered',
          subject: created.id,
          address,
          requestId,
        });
        if (key !== undefined) await this.keys.keep(keyed(created, key, displayName, origin));
        return created;
      });
      return { account, replayed: false };
    } catch (error) {
      const made =
        key !== undefined && error instanceof Problem && error.code === 'email_taken'
          ? await this.accounts.findByEmail(email)
          : undefined;
      // Both checks always run, so that the response time does not reveal which one failed.
      const isSame = made !== undefined && (await this.passwords.isPasswordOf(made, password));
      const isKept = made !== undefined && (await this.keys.isKept(keyed(made, key as string, displayName, origin)));
      if (made !== undefined && isSame && isKept) return { account: made, replayed: true };
      throw error;
    }
  }
}

/**
 * Returns the registration as a request with an idempotency key. Its fingerprint does not contain the password, because
 * a fast hash could reveal it; the password is compared with the account's password instead.
 */
function keyed({ id, email }: Account, key: string, displayName: string, { address }: RequestOrigin): KeyedRequest {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([email, displayName, addressKey(address)]))
    .digest('hex');
  return { accountId: id, key, operation: 'POST /api/v1/auth/register', fingerprint };
}
