import { Connection } from '../../clients/typescript/src/connection.js';
import { Problem } from '../../clients/typescript/src/problem.js';
import type { Credentials, DevicePrompt } from '../../clients/typescript/src/session.js';
import { type Invocation, UsageError } from '../commands/command.js';
import { CredentialsFile } from './credentials-file.js';
import { openConnection, serverUrl } from './server-connection.js';

interface Profile {
  email: string;
  displayName: string;
  role: string;
}

/** Signs in and stores the credentials for later commands. */
export async function login(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  refuseWords(invocation);
  const file = new CredentialsFile(terminal.env);
  const url = serverUrl(invocation, file);
  const credentials = await readCredentials(invocation, url);
  const connection = new Connection({ url, credentials, fetch: terminal.fetch });
  await connection.session.token();
  const profile = await profileOf(connection);
  const before = file.read().servers[url];
  const tokens = await connection.session.tokens();
  await file.replace(
    url,
    'key' in credentials
      ? { key: credentials.key, tokens }
      : { ...('email' in credentials && { email: credentials.email }), tokens },
  );
  if (before?.tokens?.refreshCookie) await endSession(url, before.tokens.refreshCookie, terminal.fetch);
  terminal.out(`Signed in to ${url} as ${nameOf(profile, credentials)}.\n`);
  terminal.err(
    `The ${'key' in credentials ? 'key' : 'session'} is kept in ${file.path}. \`npx watchfloor logout\` removes it.\n`,
  );
  return 0;
}

/** Ends the session at the service and removes the credentials, even if the service does not respond. */
export async function logout(invocation: Invocation): Promise<number> {
  const { terminal } = invocation;
  refuseWords(invocation);
  const file = new CredentialsFile(terminal.env);
  const url = serverUrl(invocation, file);
  const entry = file.read().servers[url];
  if (entry === undefined) {
    terminal.out(`Not signed in to ${url}.\n`);
    return 0;
  }
  await file.replace(url, undefined);
  if (entry.tokens?.refreshCookie) await endSession(url, entry.tokens.refreshCookie, terminal.fetch);
  terminal.out(
    `Signed out of ${url}.${entry.key ? ' The key is removed from this machine and stays valid until you revoke it.' : ''}\n`,
  );
  return 0;
}

export async function whoami(invocation: Invocation): Promise<number> {
  const { terminal, flags } = invocation;
  refuseWords(invocation);
  const url = serverUrl(invocation, new CredentialsFile(terminal.env));
  const profile = (await openConnection(invocation).json('GET', '/users/me')) as Profile;
  terminal.out(flags.has('json') ? `${JSON.stringify(profile, null, 2)}\n` : `${nameOf(profile)} at ${url}\n`);
  return 0;
}

async function readCredentials(
  { options: { email, key, provider, code: givenCode }, flags, terminal }: Invocation,
  url: string,
): Promise<Credentials> {
  if (key !== undefined || flags.has('key-stdin')) {
    if (provider !== undefined) throw new UsageError('Sign in with a key or with a provider, not with both.');
    if (email !== undefined || flags.has('password-stdin'))
      throw new UsageError('Sign in with a key or with an e-mail address and its password, not with both.');
    return { key: key ?? (await terminal.input()).trim() };
  }
  const { ask } = terminal;
  const code = async () => {
    if (givenCode !== undefined) return givenCode;
    if (ask === undefined) throw new UsageError('The account has a second factor: pass a code with --code.');
    return (await ask('Code of the authenticator app, or a recovery code: ')).trim();
  };
  if (provider !== undefined) {
    if (email !== undefined || flags.has('password-stdin'))
      throw new UsageError('Sign in with a provider or with an e-mail address and its password, not with both.');
    const show = ({ userCode, verificationUri, verificationUriComplete }: DevicePrompt) =>
      terminal.err(
        `Open ${verificationUriComplete ?? verificationUri} in a browser, on any device, and confirm the code ${userCode}.\n`,
      );
    return { provider, show, code };
  }
  if (flags.has('password-stdin')) {
    if (email === undefined) throw new UsageError('--password-stdin needs --email EMAIL.');
    return { email, password: (await terminal.input()).replace(/\r?\n$/, ''), code };
  }
  if (ask === undefined)
    throw new UsageError(
      'There is no terminal to ask for the password: use --key, --key-stdin, or --email with --password-stdin.',
    );
  if (email === undefined) terminal.err(`Sign in to ${url}\n`);
  return { email: email ?? (await ask('E-mail: ')), password: await ask('Password: ', true), code };
}

/** Returns the profile of the account; undefined for a key that may not read it. */
async function profileOf(connection: Connection): Promise<Profile | undefined> {
  try {
    return (await connection.json('GET', '/users/me')) as Profile;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return undefined;
    throw error;
  }
}

function nameOf(profile: Profile | undefined, credentials?: Credentials): string {
  const by = credentials && 'key' in credentials ? ', with a key' : '';
  return profile === undefined ? 'a program with a key' : `${profile.email} (${profile.role})${by}`;
}

/** Ends a session. If the service cannot be reached, the session expires by itself. */
async function endSession(
  url: string,
  refreshCookie: string,
  fetch: typeof globalThis.fetch | undefined,
): Promise<void> {
  const store = { read: async () => undefined, change: async () => undefined };
  const connection = new Connection({ url, fetch, store });
  await connection.send('POST', '/auth/logout', { headers: { Cookie: refreshCookie } }).catch(() => undefined);
}

function refuseWords({ words }: Invocation): void {
  if (words.length > 0) throw new UsageError(`${words[0]} is not expected there.`);
}
