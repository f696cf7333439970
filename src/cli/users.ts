import { accountRoles, type Role } from '../accounts/account.js';
import { UsersCommand } from '../features/users/users.command.js';
import type { Terminal } from './terminal.js';
import type { Options } from './watchfloor.js';
import { withServices } from './with-services.js';

/** `watchfloor users <what> [EMAIL]`. @throws TypeError for words it does not understand */
export async function usersCommand([what, email, ...rest]: string[], options: Options, terminal: Terminal): Promise<number> {
  if (rest.length > 0) throw new TypeError(`What is ${rest[0]}?`);
  const password = options['password-stdin'] ? (await terminal.input()).replace(/\r?\n$/, '') : undefined;
  if (what === 'list') return withServices(terminal, (services) => list(services.get(UsersCommand), terminal));
  if (!['add', 'promote', 'demote', 'reset'].includes(what ?? '')) throw new TypeError('Say what to do: list, add, promote, demote or reset.');
  if (email === undefined || !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new TypeError('Name the account by its e-mail address.');
  return withServices(terminal, async (services) => {
    const users = services.get(UsersCommand);
    if (what === 'add') await add(users, email, options, password, terminal);
    else if (what === 'reset') await reset(users, email, password, terminal);
    else terminal.out(`${email} is now ${(await users.setRole(email, what === 'promote' ? 'operator' : 'user')).role}.\n`);
    return 0;
  });
}

async function list(users: UsersCommand, terminal: Terminal): Promise<number> {
  for (const { id, email, role, disabledAt, displayName } of await users.list())
    terminal.out(`${id}  ${role.padEnd(8)}  ${disabledAt ? 'disabled' : 'active  '}  ${email}  ${displayName}\n`);
  return 0;
}

async function add(users: UsersCommand, email: string, { name, role = 'user' }: Options, password: string | undefined, terminal: Terminal): Promise<void> {
  if (!(accountRoles as readonly string[]).includes(role)) throw new TypeError(`A role is one of ${accountRoles.join(', ')}.`);
  const displayName = name ?? (email.split('@')[0] as string);
  const { account, generated } = await users.add(email, displayName, role as Role, password);
  terminal.out(`Added ${account.email} (${account.role}).\n${generated === undefined ? '' : `Password, shown once: ${generated}\n`}`);
}

async function reset(users: UsersCommand, email: string, password: string | undefined, terminal: Terminal): Promise<void> {
  const generated = await users.reset(email, password);
  terminal.out(`${email} has a new password and no sessions.\n${generated === undefined ? '' : `Password, shown once: ${generated}\n`}`);
}
