import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { Description } from '../../src/cli/description.js';
import { operationHelp } from '../../src/cli/operation-help.js';
import { root } from '../support/sources.js';

const description = new Description(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
const helpOf = (id: string) => operationHelp(description.named(id), description, 100);

test('every operation has help without gaps, in lines that fit the terminal except for examples and values', (t) => {
  for (const { operation } of description.operations) {
    const help = helpOf(operation.operationId);
    t.notRegex(help, /undefined|\[object|=VALUE'?\n/, operation.operationId);
    const long = help.split('\n').filter((line) => line.length > 100 && !/^ {2}npx watchfloor|\S{40}/.test(line));
    t.deepEqual(long, [], operation.operationId);
  }
});

test('the help shows allowed values and defaults', (t) => {
  t.regex(helpOf('listVessels'), /\n {2}station==VALUE /);
  t.regex(
    helpOf('listVessels').replace(/\s+/g, ' '),
    /VALUE: class_a, class_b, base_station, [a-z_, ]+; several with commas\./,
  );
  t.regex(helpOf('listVessels'), /\n {2}limit==integer +Maximum number of items\. Default: 50\.\n/);
});

test('the help shows the credentials that an operation needs', (t) => {
  t.regex(helpOf('login'), /\n {2}without signing in\n/);
  t.regex(helpOf('refresh'), /\n {2}with the refresh cookie of a session\n/);
  t.regex(helpOf('listQuotes'), /\n {2}for accounts that are signed in, and keys with the scope markets:read\n/);
  t.regex(helpOf('changePassword'), /\n {2}for accounts that are signed in\n/);
});

test('for an unknown operation a similar one is suggested', (t) => {
  t.throws(() => description.named('gtFeds'), { message: /Did you mean getFeeds\?/ });
  t.throws(() => description.named('lstVesels'), { message: /Did you mean listVessels\?/ });
});

test('headers are listed separately from parameters, each with the character that the command uses for it', (t) => {
  const help = helpOf('createAlertRule');
  t.regex(help, /\nHeaders:\n {2}Idempotency-Key:/);
  t.notRegex(help, /\nParameters:|Idempotency-Key==/);
  const [, parameters = '', headers = ''] =
    /\nParameters:\n([\s\S]*?)\n\nHeaders:\n([\s\S]*?)\n\n/.exec(helpOf('updateTimelineNote')) ?? [];
  t.regex(parameters, /^ {2}id==/);
  t.notRegex(parameters, /If-Match/);
  t.regex(headers, /^ {2}If-Match:/);
  t.notRegex(headers, /==/);
});
