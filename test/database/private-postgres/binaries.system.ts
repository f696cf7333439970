import { cpSync, existsSync, lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { installedRoot, readyBinaries } from '../../../src/database/private-postgres/binaries.js';
import { privatePlace } from '../../support/private-place.js';

test('on a platform without binaries the error names the setting to use', (t) => {
  const error = t.throws(() => installedRoot('plan9-mips'), { name: 'PrivatePostgresError' });
  t.true(error?.message.includes('plan9-mips'));
  t.true(error?.message.includes('SVC_DATABASE_URL'));
});

test.serial('binaries installed without install scripts get their links restored, and work', async (t) => {
  const place = privatePlace(t);
  const root = join(place.dataDir, 'native');
  cpSync(installedRoot(), root, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
  t.false(existsSync(join(root, 'lib', 'libpq.so.5')) || existsSync(join(root, 'lib', 'libpq.dylib')));
  const server = await place.open({ binariesRoot: root });
  t.is(server.how, 'initialized');
  await server.release();
  const link = ['libpq.so.5', 'libpq.dylib']
    .map((name) => join(root, 'lib', name))
    .find((path) => existsSync(path)) as string;
  t.notRegex(readlinkSync(link), /^\//, 'the folder can be moved');
  readyBinaries(root); // the second call does not change them
});

test.serial('incomplete binaries are reported', (t) => {
  const root = join(privatePlace(t).dataDir, 'native');
  t.throws(() => readyBinaries(root), {
    name: 'PrivatePostgresError',
    message: /Install again, or set SVC_DATABASE_URL/,
  });
});
