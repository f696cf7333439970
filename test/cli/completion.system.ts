import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import test from 'ava';
import { main } from '../../src/cli/watchfloor.js';
import type { Terminal } from '../../src/commands/terminal.js';

const run = promisify(execFile);

async function printed(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const text = { out: '', err: '' };
  const terminal = {
    out: (part: string) => {
      text.out += part;
    },
    err: (part: string) => {
      text.err += part;
    },
  } as Terminal;
  return { status: await main(args, terminal), ...text };
}

/** Returns the words that bash offers for the last of the given words. */
async function offered(...words: string[]): Promise<string[]> {
  const { out } = await printed('completion', 'bash');
  const list = words.map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${list})\nCOMP_CWORD=${words.length - 1}\n_watchfloor\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return (await run('bash', ['-c', script])).stdout.trim().split('\n');
}

test('bash completes commands, subcommands, options and operations', async (t) => {
  t.deepEqual(await offered('watchfloor', 'lo'), ['login', 'logout']);
  t.true((await offered('watchfloor', 'users', '')).includes('add'));
  t.deepEqual(await offered('watchfloor', 'call', '--t'), ['--table']);
  t.deepEqual(await offered('watchfloor', 'call', 'listQ'), ['listQuotes']);
});

test('zsh and fish have the same commands and operations', async (t) => {
  const fish = (await printed('completion', 'fish')).out;
  t.regex(fish, /-a listQuotes -d 'List quotes'\n/);
  t.regex(fish, /'__fish_seen_subcommand_from users; and not __fish_seen_subcommand_from add' -a add /);
  t.regex((await printed('completion', 'zsh')).out, /^#compdef watchfloor\n[\s\S]*listQuotes/);
});

test('for an unknown shell the command fails and names the supported ones', async (t) => {
  const { status, err } = await printed('completion', 'cmd');
  t.is(status, 2);
  t.regex(err, /Name a shell: bash, zsh, fish\./);
});

test('the help of a family of commands lists only these commands', async (t) => {
  const { status, out } = await printed('users', '--help');
  t.is(status, 0);
  t.regex(out, /^Usage: watchfloor users COMMAND/);
  t.notRegex(out, /login/);
});
