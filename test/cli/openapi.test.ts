import test from 'ava';
import { type CliEnvironment, main } from '../../src/cli/openapi.js';

async function run(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const environment: CliEnvironment = {
    describe: () => Promise.reject(new Error('The description is not needed.')),
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    folder: '/',
  };
  return { status: await main(args, environment), out: out.join(''), err: err.join('') };
}

for (const args of [['--help'], ['-h'], ['help'], ['export', '--help'], ['check', '-h']]) {
  test(`${args.join(' ')} prints the help and succeeds`, async (t) => {
    const { status, out, err } = await run(...args);
    t.is(status, 0);
    t.regex(out, /export/);
    t.is(err, '');
  });
}

test('no command and an unknown one print the help as an error', async (t) => {
  for (const args of [[], ['nonsense']]) {
    const { status, out, err } = await run(...args);
    t.is(status, 2);
    t.is(out, '');
    t.regex(err, /export/);
  }
  t.regex((await run('nonsense')).err, /^nonsense is no command/);
});

test('--media and --async cannot be combined, and an unknown medium is named', async (t) => {
  const { status, err } = await run('export', '--async', '--media', 'json');
  t.deepEqual([status, err], [2, '--media and --async cannot be combined: choose one of them\n']);
  t.deepEqual((await run('export', '--media', 'xml')).status, 2);
});
