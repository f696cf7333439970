import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { AuthConfig } from '../../config/auth-config.js';
import { ConfigurationError } from '../../config/environment.js';
import { ServiceConfig } from '../../config/service-config.js';
import { Problem } from '../../http/problem.js';
import { Log } from '../../log.js';
import { AccountRepository } from '../users/account.repository.js';
import { PasswordHasher } from './password-hasher.js';
import { passwordProblem } from './password-policy.js';

const DEVELOPMENT_EMAIL = 'operator@watchfloor.test';

/** Makes the first operator when there is none, so that nobody is locked out of a new service and none has a default password. */
@Service()
export class FirstOperator {
  constructor(
    private readonly config: AuthConfig,
    private readonly service: ServiceConfig,
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly log: Log,
  ) {}

  /** @returns the credentials that were made up, to be shown once; undefined when none were. */
  async ensure(): Promise<{ email: string; password: string } | undefined> {
    const { operatorEmail, operatorPassword } = this.config;
    if (await this.accounts.hasOperator()) {
      if (operatorEmail !== undefined) this.log.warn({}, 'There is an operator already: SVC_OPERATOR_EMAIL and SVC_OPERATOR_PASSWORD are not used.');
      return undefined;
    }
    if (operatorEmail !== undefined && operatorPassword !== undefined) {
      const weakness = await passwordProblem(operatorPassword, operatorEmail, '');
      if (weakness !== undefined && this.service.production) throw new ConfigurationError([`SVC_OPERATOR_PASSWORD ${weakness.detail}`]);
      const made = await this.create(operatorEmail, operatorPassword, true);
      if (!made && !(await this.accounts.hasOperator()))
        this.log.warn({}, 'SVC_OPERATOR_EMAIL belongs to an account that is no operator: there is none now. Take another address.');
      return undefined;
    }
    if (this.service.environment !== 'development') {
      this.log.warn({}, 'There is no operator. Set SVC_OPERATOR_EMAIL and SVC_OPERATOR_PASSWORD, or run `watchfloor users add --role operator`.');
      return undefined;
    }
    const password = randomBytes(15).toString('base64url');
    return (await this.create(DEVELOPMENT_EMAIL, password, false)) ? { email: DEVELOPMENT_EMAIL, password } : undefined;
  }

  /** False when another process was first: addresses are unique, so there is exactly one. */
  private async create(email: string, password: string, passwordChangeDue: boolean): Promise<boolean> {
    try {
      await this.accounts.create({ email, displayName: 'Operator', passwordHash: await this.hasher.hash(password), role: 'operator', passwordChangeDue });
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'email_taken') return false;
      throw error;
    }
  }
}
