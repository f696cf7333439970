import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import { AuthConfig } from '../../config/auth-config.js';
import { Database } from '../../database/database.js';
import type { RequestOrigin } from '../../http/caller.js';
import { Problem } from '../../http/problem.js';
import { type Account, normalizeEmail } from '../users/account.js';
import { AccountsService } from '../users/accounts.service.js';
import { PasswordService } from './password.service.js';
import { RegistrationThrottle } from './registration-throttle.js';

@Service()
export class RegistrationService {
  constructor(
    private readonly config: AuthConfig,
    private readonly accounts: AccountsService,
    private readonly passwords: PasswordService,
    private readonly throttle: RegistrationThrottle,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  /** @throws Problem `registration_closed`, `email_taken`, `too_many_attempts`, `invalid_request` for a weak password */
  async register(registration: { email: string; password: string; displayName: string }, origin: RequestOrigin): Promise<Account> {
    if (!this.config.registrationOpen) throw new Problem('registration_closed', { detail: 'Ask an operator for an account.' });
    await this.throttle.count(origin.address);
    const email = normalizeEmail(registration.email);
    const passwordHash = await this.passwords.hashNew(registration.password, email, '/password');
    return this.database.transaction(async () => {
      const account = await this.accounts.create({ email, displayName: registration.displayName, passwordHash });
      await this.audit.append({ actorId: account.id, action: 'user.registered', subject: account.id, address: origin.address, requestId: origin.requestId });
      return account;
    });
  }
}
