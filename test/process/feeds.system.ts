import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { freePort } from '../support/own-port.js';
import { type ServiceProcess, startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';
import { until } from '../support/upstream-for.js';

const fixture = resolve('test', 'fixtures', 'geo', 'feeds', 'kystverket-400.nm4');
/** The recorded sentences without their times, which are in 2019. */
const lines = readFileSync(fixture, 'utf8')
  .split('\n')
  .map((line) => line.replace(/^\\[^\\]*\\/, ''))
  .filter((line) => line !== '');
const operator = {
  SVC_OPERATOR_EMAIL: 'operator@watchfloor.test',
  SVC_OPERATOR_PASSWORD: 'correct horse battery staple',
};
const none = { SVC_AIS_SOURCES: 'none', SVC_ADSB_SOURCES: 'none', SVC_EVENT_SOURCES: 'none' };
/** Box around the coast of Norway. */
const norway = 'bbox=3,57,32,72';

/** Starts the service in its own process with vessels from a source. Returns it and a function that calls the API. */
async function watching(t: ExecutionContext, source: string) {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const service = await startProcess(t, {
    SVC_DATABASE_URL: database.url,
    SVC_DRAIN_SECONDS: '0',
    ...operator,
    ...none,
    SVC_AIS_SOURCES: source,
  });
  const api = `${service.url}/api/v1`;
  const body = JSON.stringify({ email: operator.SVC_OPERATOR_EMAIL, password: operator.SVC_OPERATOR_PASSWORD });
  const signedIn = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const ask = async (path: string) =>
    (await (await fetch(api + path, { headers: { authorization: `Bearer ${accessToken}` } })).json()) as {
      items: Item[];
    };
  return { service, ask };
}

type Item = Record<string, unknown> & {
  mmsi: string;
  provenance: { provider: string; stale: boolean };
  position: { lat: number; lon: number };
};

/** Resolves with the vessels in the box when there are at least `atLeast`. */
async function shipsOf(ask: (path: string) => Promise<{ items: Item[] }>, atLeast: number): Promise<Item[]> {
  const endsAt = performance.now() + 60_000;
  for (;;) {
    const { items } = await ask(`/geospatial/vessels?${norway}&limit=200`);
    if (items.length >= atLeast) return items;
    if (performance.now() > endsAt) throw new Error(`${items.length} ships`);
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

async function endsCleanly(t: ExecutionContext, { child, exit, said }: ServiceProcess): Promise<void> {
  const reported = performance.now();
  child.kill('SIGTERM');
  const { code, at } = await exit;
  t.is(code, 0, said());
  t.true(at - reported < 15_000, `${at - reported} ms`);
}

test('a recording is read as live vessels, and the process exits normally', async (t) => {
  const { service, ask } = await watching(t, `file:${fixture}?rate=1000`);
  const ships = await shipsOf(ask, 100);
  t.true(
    ships.every(
      ({ mmsi, provenance }) => /^\d{9}$/.test(mmsi) && provenance.provider === 'recording' && !provenance.stale,
    ),
  );
  t.true(ships.every(({ position: { lat, lon } }) => lat >= 57 && lat <= 72 && lon >= 3 && lon <= 32));
  const statusOf = async (name: string) => (await ask('/health/feeds')).items.find(({ feed }) => feed === name)?.status;
  // A file source is `disabled` when its recording has ended; vessels appear before that.
  await until(async () => (await statusOf('ais.file')) === 'disabled');
  t.is(await statusOf('ais.aisstream'), 'not_configured');
  await endsCleanly(t, service);
});

test('vessels are read over TCP, and an open connection does not delay shutdown', async (t) => {
  const server = createServer((socket) => void socket.on('error', () => {}).write(`${lines.join('\r\n')}\r\n`)).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  t.teardown(() => void server.close());
  const { service, ask } = await watching(t, `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`);
  await shipsOf(ask, 100);
  t.is((await ask('/health/feeds')).items.find(({ feed }) => feed === 'ais.tcp')?.status, 'ok');
  await endsCleanly(t, service);
});

test('vessels are read over UDP, one sentence per datagram', async (t) => {
  const sender = createSocket('udp4');
  t.teardown(() => void sender.close());
  sender.bind(0, '127.0.0.1');
  await once(sender, 'listening');
  const port = await freePort();
  const { service, ask } = await watching(t, `udp://127.0.0.1:${port}`);
  let place = 0;
  // The sentences are sent repeatedly, because datagrams may be lost.
  const sending = setInterval(() => {
    for (let count = 0; count < 20; count += 1) sender.send(lines[place++ % lines.length] as string, port, '127.0.0.1');
  }, 10);
  t.teardown(() => clearInterval(sending));
  await shipsOf(ask, 100);
  await endsCleanly(t, service);
});

test('an unknown source prevents the start with an error that names the variable', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const start = startProcess(t, {
    SVC_DATABASE_URL: database.url,
    ...none,
    SVC_AIS_SOURCES: 'ftp://user:secret@127.0.0.1/',
  });
  const error = await t.throwsAsync(start);
  t.regex(error.message, /SVC_AIS_SOURCES, source 1: is not a known source/);
  t.notRegex(error.message, /secret/);
});
