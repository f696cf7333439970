// Our server with ten thousand vessels in a box and nineteen times as many elsewhere. Each vessel has every field that
// class A sends.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../../src/app.js';
import { readConfig } from '../../../../src/config/read-config.js';
import { openDatabase } from '../../../../src/database/open-database.js';
import { EventCatalog } from '../../../../src/events/event-catalog.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { createHttpServer } from '../../../../src/http/http-server.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { StubJobs } from '../../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../../src/logging/log.js';
import { createContainer } from '../../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../../src/process/discover.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../../src/time/clock.js';
import { randomNumbers } from '../../../../test/support/random-numbers.js';
import { announce } from '../../../support/server-process.js';

const secret = 'a bench secret of more than thirty-two bytes';
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_RATE_LIMIT: '1000000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
});
const clock = new SystemClock();
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const services = createContainer({
  config,
  log: createLog(config.service),
  clock,
  database: await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined),
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
  ...(await discoverFeatures()),
  catalogue: new EventCatalog([]),
});

const random = randomNumbers(42);
const from = (low: number, high: number) => low + random() * (high - low);
const letters = (length: number) =>
  String.fromCharCode(...Array.from({ length }, () => 65 + Math.floor(random() * 26)));
const picture = services.get(LiveState);
for (let index = 0; index < Number(process.env.BENCH_OBJECTS ?? 200_000); index += 1) {
  const at = clock.now() - Math.floor(from(0, 60_000));
  const place =
    index % 20 === 0 ? { lat: from(50, 54), lon: from(3, 9) } : { lat: from(-60, 40), lon: from(-180, 180) };
  picture.takeVessel({
    ...place,
    key: 211_000_000 + index * 2_711,
    provider: 'ais',
    observedAt: at,
    receivedAt: clock.now(),
    station: 'class_a',
    accuracyMeters: 10,
    speedKnots: Math.round(from(0, 200)) / 10,
    courseDegrees: Math.round(from(0, 3_599)) / 10,
    headingDegrees: Math.floor(from(0, 360)),
    rateOfTurnDegreesPerMinute: 0,
    navigationStatus: index % 8,
    imo: 9_000_000 + index,
    name: `${letters(6)} ${letters(8)}`,
    callsign: letters(6),
    shipTypeCode: 60 + (index % 30),
    destination: ['NLRTM', 'HAMBURG', 'BE ANR', 'GBFXT'][index % 4],
    eta: at + Math.floor(from(0, 5_000)) * 60_000,
    draughtMeters: Math.round(from(20, 150)) / 10,
    lengthMeters: Math.floor(from(30, 400)),
    beamMeters: Math.floor(from(8, 60)),
  });
}

const app = createApp(services, await discoverControllers(false));
const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const post = async (path: string, body: object) => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request)).json();
};
const account = { email: `ships${process.pid}@watchfloor.test`, password: 'correct horse battery staple' };
await post('/auth/register', { ...account, displayName: 'Ships' });
announce({ port, tokens: [((await post('/auth/login', account)) as { accessToken: string }).accessToken] });
