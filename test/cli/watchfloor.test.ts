import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../support/sources.js';
import { runCommand } from '../support/test-terminal.js';

const watchfloor = (...args: string[]) => runCommand(args, {});

test('--version prints the version', async (t) => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  t.deepEqual(await watchfloor('--version').then(({ status, out }) => [status, out]), [0, `watchfloor ${version}\n`]);
});

test('--help lists the commands and the exit codes; without a command it is an error', async (t) => {
  const { status, out } = await watchfloor('--help');
  t.is(status, 0);
  t.regex(out, /^Usage: watchfloor COMMAND/);
  t.regex(out, /users add EMAIL +add an account\n/);
  t.regex(out, /Exit codes: 0 done; 1 /);
  const bare = await watchfloor();
  t.deepEqual([bare.status, bare.out, bare.err], [2, '', out]);
});

test('every command has its own help with its options', async (t) => {
  const commands = [...(await watchfloor('--help')).out.matchAll(/^ {2}([a-z-]+(?: [a-z]+)?)/gm)].map(([, words]) =>
    words!.split(' '),
  );
  t.true(commands.length >= 8);
  for (const words of commands) {
    const { status, out } = await watchfloor(...words, '--help');
    t.is(status, 0);
    t.true(out.startsWith(`Usage: watchfloor ${words.join(' ')}`), out);
    t.regex(out, /-h, --help +show this help\n/);
  }
  t.regex((await watchfloor('users', 'add', '-h')).out, /--role ROLE +user \(the default\) or operator\n/);
});

for (const [args, message] of [
  [['dance'], /^There is no command dance\.\n\nUsage: watchfloor COMMAND/],
  [['operatins'], /^There is no command operatins\. Did you mean operations\?\n/],
  [['--nonsense'], /^There is no option --nonsense\./],
  [['users'], /^Which command of `watchfloor users`\?\n\nUsage: watchfloor users list\n/],
  [['users', 'ad'], /^`watchfloor users` has no command ad\. Did you mean add\?\n/],
  [['users', 'add'], /^EMAIL is missing: .*\n\nUsage: watchfloor users add EMAIL\n/],
  [['users', 'add', 'ada'], /^ada is not an e-mail address\.\n/],
  [['users', 'add', 'a@b.cd', '--rol', 'user'], /^Unknown option --rol\. Did you mean --role\?\n/],
  [['users', 'add', 'a@b.cd', '--role', 'king'], /^--role is one of user, operator, not king\.\n/],
  [['users', 'add', 'a@b.cd', '--name', '--role'], /^--name needs a value: --name NAME\.\n/],
  [['users', 'add', 'a@b.cd', '--password-stdin=yes'], /^--password-stdin takes no value\.\n/],
  [['users', 'list', 'more'], /^more is not expected there\.\n/],
  [['users', 'list', '--role', 'user'], /^Unknown option --role\.\n\nUsage: watchfloor users list\n/],
] as const) {
  test(`a usage error prints what is wrong and exits with 2: ${args.join(' ')}`, async (t) => {
    const { status, out, err } = await watchfloor(...args);
    t.deepEqual([status, out], [2, '']);
    t.regex(err, message);
  });
}
