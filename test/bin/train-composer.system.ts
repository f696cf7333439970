import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';

const root = join(import.meta.dirname, '..', '..', '..');

test('learning from the committed questions gives the committed weights of the kinds of records', (t) => {
  t.timeout(600_000, 'learning takes half a minute');
  const trainer = join(root, 'bin', 'train-composer.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [trainer, '--check', '--records'], {
    cwd: root,
    encoding: 'utf8',
  });
  t.is(status, 0, stderr);
  t.regex(stdout, /weights\.tsv is what the committed questions give/);
});
