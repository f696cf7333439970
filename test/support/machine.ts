import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { PASSWORD, type TestService } from './test-service.js';
import { type CommandOptions, runCommand } from './test-terminal.js';

/** Returns the machine of a user: commands that share a configuration directory and call one service. */
export function machineOf(t: ExecutionContext, service: TestService, fetch: typeof globalThis.fetch) {
  const home = mkdtempSync(join(tmpdir(), 'watchfloor-home-'));
  t.teardown(() => rmSync(home, { recursive: true, force: true }));
  const run = (args: string[], options: CommandOptions = {}, env: Record<string, string> = {}) =>
    runCommand(args, { WATCHFLOOR_URL: service.url, XDG_CONFIG_HOME: home, ...env }, { fetch, ...options });
  const file = join(home, 'watchfloor', 'credentials.json');
  return { home, file, run, kept: () => JSON.parse(readFileSync(file, 'utf8')) };
}

/** Returns a machine that is signed in to a new account. */
export async function signedInMachine(t: ExecutionContext, service: TestService, fetch: typeof globalThis.fetch) {
  const user = await service.signedIn();
  const machine = machineOf(t, service, fetch);
  await machine.run(['login', '--email', user.email, '--password-stdin'], { input: PASSWORD });
  return { ...machine, user };
}
