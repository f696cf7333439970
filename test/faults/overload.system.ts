import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import test from 'ava';
import { eventually, ProcessClient, sharedEnv } from '../support/process-client.js';
import { startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

// The test is serial, which gives the file its own process: it opens ten thousand connections.

/** Value of `maxConnections` of the HTTP server. */
const CONNECTIONS = 10_000;

test.serial(
  'X13, X17: a blocked event loop loses no lease and causes no failure but 503, and connections beyond the limit are rejected without harm',
  async (t) => {
    const { url: databaseUrl, drop } = await createTestDatabase();
    t.teardown(drop);
    const service = await startProcess(
      t,
      { ...sharedEnv, SVC_DATABASE_URL: databaseUrl, SVC_PROCESS_CONCURRENCY: '20' },
      'blocked-loop.js',
    );
    const client = await ProcessClient.at(service);
    const isServed = async (path = '/users/me') => (await client.get(service, path)).status === 200;

    service.child.kill('SIGUSR2');
    await wait(100);
    const answers = await Promise.all(Array.from({ length: 100 }, () => client.get(service, '/timeline/notes')));
    t.deepEqual(
      answers
        .filter(({ status, json }) => status !== 200 && !(status === 503 && json.code === 'overloaded'))
        .map(({ json }) => json),
      [],
    );
    await eventually(isServed);
    t.true(await isServed('/health'));
    t.notRegex(service.said(), /Leadership|Unexpected error|"level":50/, 'the lock of the leader is kept');

    const { hostname, port } = new URL(service.url);
    const sockets: Socket[] = [];
    t.teardown(() => {
      for (const socket of sockets) socket.destroy();
    });
    let refused = 0;
    const open = async () => {
      const socket = connect(Number(port), hostname).on('error', () => {});
      sockets.push(socket);
      socket.once('close', () => {
        refused += 1;
      });
      await once(socket, 'connect').catch(() => undefined);
    };
    while (sockets.length < CONNECTIONS + 200) await Promise.all(Array.from({ length: 200 }, open));
    // The kernel forgets connections when its queue is full, although their clients believe them open: others follow.
    await eventually(async () => {
      if (refused < 200 && sockets.length < CONNECTIONS + 5_000) await Promise.all(Array.from({ length: 20 }, open));
      return refused >= 200;
    });
    t.is(service.child.exitCode, null);
    for (const socket of sockets) socket.destroy();
    await eventually(() => isServed().catch(() => false));
    t.notRegex(service.said(), /"level":50/);
  },
);
