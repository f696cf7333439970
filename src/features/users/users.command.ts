import { Service } from 'typedi';
import { type Account, accountRoles, normalizeEmail, type Role } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { asName } from '../../api/rules.js';
import { type AuditEntry, AuditLog } from '../../audit/audit-log.js';
import { withServices } from '../../cli/with-services.js';
import { type Invocation, UsageError } from '../../commands/command.js';
import { tableOf } from '../../commands/table.js';
import { Database } from '../../database/database.js';
import { AuthApi, generatePassword } from '../auth/auth.api.js';

/** The commands `watchfloor users …`, which manage accounts from a terminal even while the service is not running. */
@Service()
export class UsersCommand {
  constructor(
    private readonly accounts: AccountsService,
    private readonly auth: AuthApi,
    private readonly audit: AuditLog,
    private readonly database: Database,
  ) {}

  async list(): Promise<Account[]> {
    const found: Account[] = [];
    for (;;) {
      const page = await this.accounts.list({}, 200, found.at(-1)?.id);
      found.push(...page);
      if (page.length < 200) return found;
    }
  }

  /**
   * Creates an account.
   * @param password undefined: a password is generated, which must be changed at the first sign-in
   * @throws Problem `email_taken`, `invalid_request`
   */
  async add(
    address: string,
    displayName: string,
    role: Role,
    password?: string,
  ): Promise<{ account: Account; generated?: string }> {
    const email = normalizeEmail(address);
    const generated = password === undefined ? generatePassword() : undefined;
    const passwordHash = await this.auth.hashNewPassword(password ?? (generated as string), email, '/password');
    const account = await this.database.transaction(async () => {
      const created = await this.accounts.create({
        email,
        displayName: asName(displayName),
        role,
        passwordHash,
        passwordChangeDue: generated !== undefined,
      });
      await this.audit.append(entryOf('user.added', created, { role }));
      return created;
    });
    return { account, generated };
  }

  /** Changes the role of an account. @throws Problem `not_found`, `last_operator` */
  async setRole(address: string, role: Role): Promise<Account> {
    const { id } = await this.find(address);
    return this.database.transaction(async () => {
      const account = await this.accounts.change(id, { role });
      await this.audit.append(entryOf('user.changed', account, { role }));
      return account;
    });
  }

  /** Sets a password and ends every session in all processes. @returns the password if it was generated */
  async reset(address: string, password?: string): Promise<string | undefined> {
    const account = await this.find(address);
    const generated = password === undefined ? generatePassword() : undefined;
    await this.auth.resetPassword(account, password ?? (generated as string), entryOf('user.password_reset', account));
    return generated;
  }

  /** Turns the second factor off and ends every session in all processes. @throws Problem `not_found` */
  async resetMfa(address: string): Promise<Account> {
    const account = await this.find(address);
    await this.auth.resetMfa(account.id, entryOf('user.mfa_reset', account));
    return account;
  }

  private async find(address: string): Promise<Account> {
    const account = await this.accounts.findByEmail(normalizeEmail(address));
    if (account === undefined) throw new Problem('not_found', { detail: `No account has the address ${address}.` });
    return account;
  }
}

function entryOf(action: string, account: Account, detail: Record<string, unknown> = {}): AuditEntry {
  return { actorId: null, action, subject: account.id, detail: { ...detail, by: 'command line' } };
}

export function listUsers({ words, flags, terminal }: Invocation): Promise<number> {
  if (words.length > 0) throw new UsageError(`${words[0]} is not expected there.`);
  return withServices(terminal, async (services) => {
    const accounts = await services.get(UsersCommand).list();
    const shown = accounts.map(({ id, role, disabledAt, email, displayName, createdAt }) => {
      return { id, role, status: disabledAt ? 'disabled' : 'active', email, displayName, createdAt };
    });
    if (flags.has('json')) terminal.out(`${JSON.stringify(shown, null, 2)}\n`);
    else
      terminal.out(
        tableOf(
          ['ID', 'ROLE', 'STATUS', 'EMAIL', 'NAME'],
          shown.map((one) => [one.id, one.role, one.status, one.email, one.displayName]),
        ),
      );
    return 0;
  });
}

export async function addUser(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const email = emailOf(invocation);
  const role = options.role ?? 'user';
  if (!(accountRoles as readonly string[]).includes(role))
    throw new UsageError(`--role is one of ${accountRoles.join(', ')}, not ${role}.`);
  const password = await passwordOf(invocation);
  return withServices(terminal, async (services) => {
    const displayName = options.name ?? (email.split('@')[0] as string);
    const { account, generated } = await services.get(UsersCommand).add(email, displayName, role as Role, password);
    terminal.out(`Added ${account.email} (${account.role}).\n${shownOnce(generated)}`);
    return 0;
  });
}

export function setRole(invocation: Invocation, role: Role): Promise<number> {
  const email = emailOf(invocation);
  return withServices(invocation.terminal, async (services) => {
    const account = await services.get(UsersCommand).setRole(email, role);
    invocation.terminal.out(`${account.email} now has the role ${account.role}.\n`);
    return 0;
  });
}

export async function resetPassword(invocation: Invocation): Promise<number> {
  const email = emailOf(invocation);
  const password = await passwordOf(invocation);
  return withServices(invocation.terminal, async (services) => {
    const generated = await services.get(UsersCommand).reset(email, password);
    invocation.terminal.out(`${email} has a new password and no sessions.\n${shownOnce(generated)}`);
    return 0;
  });
}

export function resetMfa(invocation: Invocation): Promise<number> {
  const email = emailOf(invocation);
  return withServices(invocation.terminal, async (services) => {
    const account = await services.get(UsersCommand).resetMfa(email);
    invocation.terminal.out(`${account.email} has no second factor and no sessions.\n`);
    return 0;
  });
}

function emailOf({ words: [email, ...rest] }: Invocation): string {
  if (rest.length > 0) throw new UsageError(`${rest[0]} is not expected there.`);
  if (email === undefined) throw new UsageError('EMAIL is missing: the e-mail address of the account.');
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new UsageError(`${email} is not an e-mail address.`);
  return email;
}

/** Returns the password from standard input; undefined if one is to be generated. */
async function passwordOf({ flags, terminal }: Invocation): Promise<string | undefined> {
  return flags.has('password-stdin') ? (await terminal.input()).replace(/\r?\n$/, '') : undefined;
}

const shownOnce = (password: string | undefined) =>
  password === undefined ? '' : `Password, shown once: ${password}\n`;
