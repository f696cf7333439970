import { accountRoles, type Role } from '../accounts/account.js';
import { UsersCommand } from '../features/users/users.command.js';
import { type Invocation, UsageError } from './command.js';
import { tableOf } from './table.js';
import { withServices } from './with-services.js';

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
  if (!(accountRoles as readonly string[]).includes(role)) throw new UsageError(`--role is one of ${accountRoles.join(', ')}, not ${role}.`);
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

function emailOf({ words: [email, ...rest] }: Invocation): string {
  if (rest.length > 0) throw new UsageError(`${rest[0]} is not expected there.`);
  if (email === undefined) throw new UsageError('EMAIL is missing: the e-mail address of the account.');
  if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new UsageError(`${email} is not an e-mail address.`);
  return email;
}

/** Undefined when one is to be generated. */
async function passwordOf({ flags, terminal }: Invocation): Promise<string | undefined> {
  return flags.has('password-stdin') ? (await terminal.input()).replace(/\r?\n$/, '') : undefined;
}

const shownOnce = (password: string | undefined) => (password === undefined ? '' : `Password, shown once: ${password}\n`);
