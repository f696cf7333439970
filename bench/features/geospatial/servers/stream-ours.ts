// Our server with twenty thousand vessels and aircraft over Europe, each of which the bench moves every five seconds.
// The limits on streams are lifted.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../../src/app.js';
import { readConfig } from '../../../../src/config/read-config.js';
import { openDatabase } from '../../../../src/database/open-database.js';
import { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { createHttpServer } from '../../../../src/http/http-server.js';
import { KeyRing } from '../../../../src/http/key-ring.js';
import { StreamWatch } from '../../../../src/http/stream/stream-watch.js';
import { StubJobs } from '../../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../../src/logging/log.js';
import { createContainer } from '../../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../../src/process/discover.js';
import { SecretVault } from '../../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../../src/time/clock.js';
import { announce } from '../../../support/server-process.js';

const OBJECTS = Number(process.env.BENCH_OBJECTS ?? 20_000);
const EVERY_MS = 5_000;
const STEP_MS = 50;

const secret = 'a secret of the benchmark, more than thirty-two bytes';
const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: secret,
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '10000',
  SVC_STREAMS_PER_ACCOUNT: '10000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
});
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const services = createContainer({
  config,
  log: createLog(config.service),
  clock: new SystemClock(),
  database: await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined),
  jobs: new StubJobs(),
  keys: new KeyRing(secret),
  vault: new SecretVault(secret),
  ...(await discoverFeatures()),
});
const app = createApp(services, await discoverControllers(false));
services.get(StreamWatch).start();
const picture = services.get(LiveState);

/** Moves an object along a slow circle around its own center. */
function move(index: number): void {
  const now = Date.now();
  const [lat, lon] = [34 + ((index * 7_919) % 28_000) / 1_000, -12 + ((index * 104_729) % 44_000) / 1_000];
  const turn = (now / 60_000 + index) % (2 * Math.PI);
  const place = { lat: lat + 0.05 * Math.sin(turn), lon: lon + 0.05 * Math.cos(turn) };
  const times = { observedAt: now, receivedAt: now, provider: 'simulator' };
  const course = ((turn * 180) / Math.PI) % 360;
  if (index % 2 === 0) {
    const names = {
      name: `MS EXAMPLE ${index}`,
      callsign: 'PABC',
      shipTypeCode: 70,
      destination: 'NLRTM',
      lengthMeters: 180,
      beamMeters: 28,
      draughtMeters: 9.5,
    };
    picture.takeVessel({
      key: 210_000_000 + index,
      ...times,
      ...place,
      ...names,
      speedKnots: 12.3,
      courseDegrees: course,
      headingDegrees: Math.round(course),
      station: 'class_a',
    });
  } else {
    const names = { callsign: `KLM${index}`, squawk: '1000', aircraftType: 'A320', registration: 'PH-ABC' };
    picture.takeAircraft({
      key: index,
      ...times,
      ...place,
      ...names,
      altitudeFeet: 35_000,
      groundSpeedKnots: 450,
      trackDegrees: course,
      verticalRateFpm: 0,
      onGround: false,
    });
  }
}

let next = 0;
const moveSome = (count: number) => {
  for (let moved = 0; moved < count; moved += 1, next = (next + 1) % OBJECTS) move(next);
};
moveSome(OBJECTS);
setInterval(() => moveSome((OBJECTS * STEP_MS) / EVERY_MS), STEP_MS);

const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
const credentials = { email: `bench${process.pid}@watchfloor.test`, password: 'correct horse battery staple' };
const post = async (path: string, body: object) => {
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await fetch(`http://127.0.0.1:${port}/api/v1${path}`, request)).json();
};
await post('/auth/register', { ...credentials, displayName: 'Bench' });
const { accessToken } = (await post('/auth/login', credentials)) as { accessToken: string };
announce({ port, tokens: [accessToken] });
