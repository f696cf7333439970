// Tests of the user that the server runs as. PostgreSQL refuses to run as root, so more cases apply to root than to
// other users. Tests that need root are registered only for root, so that the suite passes for every developer.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { installedRoot } from '../../../src/database/private-postgres/binaries.js';
import { ownerOf, privatePlace, userOf } from '../../support/private-place.js';
import { privateClient } from '../../support/private-postgres-client.js';

const me = process.getuid?.() ?? -1;
const root = me === 0;
/** An unprivileged user; Node can run as this user even if the id has no name. */
const nobody = { uid: 65534, gid: 65534 };
/** True when an unprivileged user can read this checkout, which is false below the home directory of root. */
const reachable =
  root &&
  spawnSync(process.execPath, ['-e', `fs.readFileSync(${JSON.stringify(import.meta.filename)})`], {
    ...nobody,
    cwd: '/',
  }).status === 0;
/** Whether user namespaces are available; containers often forbid them. */
const namespaces = root && spawnSync('unshare', ['--user', '--map-user=1000', '--map-group=1000', 'true']).status === 0;

let top = '';
let binariesRoot = '';

test.before(() => {
  if (!root) return;
  top = mkdtempSync(join(tmpdir(), 'watchfloor-binaries-'));
  chmodSync(top, 0o755);
  binariesRoot = join(top, 'native');
  cpSync(installedRoot(), binariesRoot, { recursive: true, verbatimSymlinks: true });
});

test.after.always(() => {
  if (top !== '') rmSync(top, { recursive: true, force: true });
});

if (!root) {
  test.serial('the server runs as the user who starts it', async (t) => {
    const place = privatePlace(t);
    const server = await place.open();
    t.is(userOf(place.postmasterPid()), me);
    await server.release();
  });
}

if (reachable) {
  test.serial('an ordinary user starts the server as itself', async (t) => {
    const place = privatePlace(t, { below: 'theirs' });
    for (const path of [place.dataDir, place.layout.home]) chownSync(path, nobody.uid, nobody.gid);
    const client = privateClient(t, place, { user: nobody, binariesRoot, writer: 'nobody' });
    t.is((await client.opened).how, 'initialized');
    t.is(userOf(place.postmasterPid()), nobody.uid);
    client.write();
    await client.wrote(3);
    await client.kill();
    const asRoot = await place.open({ binariesRoot });
    t.is(asRoot.how, 'attached', 'root may join');
    await asRoot.release();
    t.false(place.running());
  });

  test.serial('an ordinary user gets an error for a data directory of another user', async (t) => {
    const place = privatePlace(t);
    writeFileSync(place.layout.lock, '', { mode: 0o644 });
    const client = privateClient(t, place, { user: nobody, binariesRoot });
    await t.throwsAsync(client.opened, {
      message: /Run as the user who owns the data directory, or set another SVC_DATA_DIR/,
    });
  });
}

if (root) {
  test.serial(
    'root starts the server as an unprivileged user, who owns its files, also at the second start',
    async (t) => {
      const place = privatePlace(t);
      for (const how of ['initialized', 'started'] as const) {
        const server = await place.open({ binariesRoot });
        t.is(server.how, how);
        t.is(userOf(place.postmasterPid()), ownerOf(place.layout.cluster));
        t.not(ownerOf(place.layout.cluster), 0);
        await server.release();
      }
    },
  );

  test.serial("root starts the server of another user's data directory as that user", async (t) => {
    const place = privatePlace(t);
    chownSync(place.layout.home, 1, 1);
    const server = await place.open({ binariesRoot });
    t.is(userOf(place.postmasterPid()), 1);
    t.is(ownerOf(place.layout.cluster), 1);
    await server.release();
  });

  test.serial('if neither another user nor a user namespace can be used, the error names the remedies', async (t) => {
    const place = privatePlace(t);
    chmodSync(place.dataDir, 0o700);
    const client = privateClient(t, place, { binariesRoot, env: { PATH: '/nonexistent' } });
    const error = await t.throwsAsync(client.opened, { message: /PrivatePostgresError/ });
    for (const remedy of ['as an ordinary user', 'SVC_DATA_DIR', 'SVC_DATABASE_URL'])
      t.true(error?.message.includes(remedy), remedy);
  });
}

if (namespaces) {
  test.serial(
    'below a directory only root may enter, the server runs in a user namespace and survives being killed there',
    async (t) => {
      const place = privatePlace(t, { below: 'closed/data' });
      const closed = join(place.dataDir, '..');
      chmodSync(closed, 0o700);
      const hidden = join(closed, 'native');
      cpSync(binariesRoot, hidden, { recursive: true, verbatimSymlinks: true });
      const client = privateClient(t, place, { binariesRoot: hidden, writer: 'hidden' });
      t.is((await client.opened).how, 'initialized');
      t.is(ownerOf(place.layout.cluster), 0, 'outside the namespace its files stay root’s');
      client.write();
      await client.wrote(3);
      await client.kill();
      await place.killServer();
      const server = await place.open({ binariesRoot: hidden });
      t.is(server.how, 'started');
      t.regex(place.logged.join('\n'), /user namespace/);
      await server.release();
      t.false(place.running());
    },
  );

  test.serial('a server moved out of that directory is transferred to an unprivileged user', async (t) => {
    const place = privatePlace(t, { below: 'closed/data' });
    const closed = join(place.dataDir, '..');
    chmodSync(closed, 0o700);
    await (await place.open({ binariesRoot })).release();
    t.is(ownerOf(place.layout.cluster), 0);
    chmodSync(closed, 0o711);
    const server = await place.open({ binariesRoot });
    t.is(server.how, 'started');
    t.not(ownerOf(join(place.layout.cluster, 'base', '1')), 0);
    await server.release();
  });
}
