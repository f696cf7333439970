import 'reflect-metadata';
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Problem } from '../http/problem.js';
import { processTerminal, type Terminal } from './terminal.js';

const help = `Usage: watchfloor <command>

  serve                       run the service (the same as npm start)
  migrate                     bring the database to this release's schema
  users list                  the accounts
  users add EMAIL [--name NAME] [--role user|operator] [--password-stdin]
  users promote EMAIL         make an operator
  users demote EMAIL          make an operator a user again
  users reset EMAIL [--password-stdin]
                              set a new password and end every session
  secrets discard             disable the webhook endpoints whose secrets the data secrets cannot read

Without --password-stdin a password is generated and shown once. Configuration comes from SVC_* variables and .env;
see .env.example. Works while the service runs.
`;

const commands: Record<string, (words: string[], options: Options, terminal: Terminal) => Promise<number>> = {
  serve: async () => {
    await import('../main.js');
    return -1;
  },
  migrate: async (_words, _options, terminal) => (await import('./migrate.command.js')).migrateCommand(terminal),
  secrets: async (words, _options, terminal) => (await import('./secrets.js')).secretsCommand(words, terminal),
  users: async (words, options, terminal) => (await import('./users.js')).usersCommand(words, options, terminal),
};

export interface Options {
  name?: string;
  role?: string;
  'password-stdin'?: boolean;
}

/** @returns the exit code: 0 done, 1 refused, 2 usage error; -1 when the command keeps running */
export async function main(args: string[], terminal: Terminal = processTerminal): Promise<number> {
  try {
    if (existsSync('.env')) process.loadEnvFile('.env');
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, name: { type: 'string' }, role: { type: 'string' }, 'password-stdin': { type: 'boolean' } },
    });
    const [command, ...words] = positionals;
    if (values.help || command === undefined) {
      terminal.out(help);
      return command === undefined && !values.help ? 2 : 0;
    }
    const run = commands[command];
    if (run === undefined) throw new TypeError(`There is no command ${command}.`);
    return await run(words, values, terminal);
  } catch (error) {
    return explain(error, terminal);
  }
}

function explain(error: unknown, terminal: Terminal): number {
  if (error instanceof Problem) {
    const places = (error.errors ?? []).map(({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}\n`).join('');
    terminal.err(`${error.title}. ${error.detail ?? ''}\n${places}`);
    return 1;
  }
  if (error instanceof TypeError) {
    terminal.err(`${error.message}\n\n${help}`);
    return 2;
  }
  terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
}
