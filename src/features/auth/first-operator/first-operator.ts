import { randomBytes } from 'node:crypto';
import { Service } from 'typedi';
import { AccountRepository } from '../../../accounts/account.repository.js';
import { Problem } from '../../../api/problem.js';
import { AuthConfig } from '../../../config/auth-config.js';
import { ConfigurationError } from '../../../config/environment.js';
import { ServiceConfig } from '../../../config/service-config.js';
import { Database } from '../../../database/database.js';
import { Log } from '../../../logging/log.js';
import { PasswordHasher } from '../passwords/password-hasher.js';
import { passwordProblem } from '../passwords/password-policy.js';
import { type FirstCredentials, FirstOperatorFile } from './first-operator-file.js';

const DEVELOPMENT_EMAIL = 'operator@watchfloor.test';
// Key of the advisory lock; any number works if all versions of the service use the same one.
const LOCK_KEY = 7_718_233_012;

/** Credentials that were generated and have not been used to sign in. */
export interface UnusedCredentials {
  email: string;
  /** Path of the file with the password. */
  file: string;
}

/**
 * Creates the first operator if there is no operator yet, so that a new service can be administered without a default
 * password.
 */
@Service()
export class FirstOperator {
  constructor(
    private readonly config: AuthConfig,
    private readonly service: ServiceConfig,
    private readonly accounts: AccountRepository,
    private readonly hasher: PasswordHasher,
    private readonly database: Database,
    private readonly file: FirstOperatorFile,
    private readonly log: Log,
  ) {}

  /**
   * Creates the operator if no operator exists. If several processes start at the same time, only one creates it.
   * @param print called with generated credentials before the transaction commits
   * @returns the address and file of generated credentials that have not been used to sign in; undefined without them
   * @throws ConfigurationError in production for a weak `SVC_OPERATOR_PASSWORD`
   */
  async ensure(
    print: (credentials: FirstCredentials, file: string) => void = () => undefined,
  ): Promise<UnusedCredentials | undefined> {
    const { operatorEmail, operatorPassword } = this.config;
    let isNew = false;
    if (operatorEmail !== undefined && operatorPassword !== undefined)
      await this.ensureConfigured(operatorEmail, operatorPassword);
    else if (this.service.environment === 'development')
      await this.ensureGenerated((credentials, file) => {
        isNew = true;
        print(credentials, file);
      });
    const exists = await this.accounts.hasOperator();
    if (exists && !isNew) this.log.info({}, 'An operator account exists.');
    if (!exists)
      this.log.warn(
        {},
        'No operator account exists. Set SVC_OPERATOR_EMAIL and SVC_OPERATOR_PASSWORD, or run `watchfloor ' +
          'users add EMAIL --role operator`.',
      );
    const kept = exists ? this.file.read() : undefined;
    return kept && { email: kept.email, file: this.file.path };
  }

  private async ensureConfigured(email: string, password: string): Promise<void> {
    if (!(await this.accounts.hasOperator())) {
      const weakness = await passwordProblem(password, email, '');
      if (weakness !== undefined && this.service.production)
        throw new ConfigurationError([`SVC_OPERATOR_PASSWORD ${weakness.detail}`]);
      await this.create({ email, password }, true);
    }
    const account = await this.accounts.findByEmail(email);
    if (account?.role !== 'operator')
      this.log.warn(
        {},
        'SVC_OPERATOR_EMAIL is not used: another operator exists, or the address belongs to an account that is ' +
          'not an operator.',
      );
  }

  private async ensureGenerated(print: (credentials: FirstCredentials, file: string) => void): Promise<void> {
    if (await this.accounts.hasOperator()) return;
    // An earlier process may have written the file and ended before the account was created.
    const credentials = this.file.read() ?? {
      email: DEVELOPMENT_EMAIL,
      password: randomBytes(15).toString('base64url'),
    };
    await this.create(credentials, false, () => {
      this.file.write(credentials);
      print(credentials, this.file.path);
    });
  }

  /**
   * Creates the operator unless another process has.
   * @param beforeCommit called in the transaction; if it throws, no account is created
   */
  private async create(
    { email, password }: FirstCredentials,
    passwordChangeDue: boolean,
    beforeCommit = () => {},
  ): Promise<void> {
    const passwordHash = await this.hasher.hash(password);
    try {
      await this.database.transaction(async () => {
        await this.database.query('SELECT pg_advisory_xact_lock($1)', [LOCK_KEY]);
        if (await this.accounts.hasOperator()) return;
        await this.accounts.create({
          email,
          displayName: 'Operator',
          passwordHash,
          role: 'operator',
          passwordChangeDue,
        });
        beforeCommit();
      });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'email_taken')) throw error;
    }
  }
}
