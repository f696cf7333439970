// The delay from a submitted observation to the arrival of its alert at a webhook, in the whole service. Aircraft that
// come near a place are submitted over HTTP, as an ADS-B receiver submits them.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { callService } from '../../support/call-service.js';
import { percentile } from '../../support/median.js';
import { ServiceProcess } from '../../support/service-process.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  rules: RULES,
  rounds: ROUNDS,
  singles: SINGLES,
} = sizesOf({ usual: { rules: 100, rounds: 20, singles: 60 }, smoke: { rules: 5, rounds: 1, singles: 2 } });
/** Interval (ms) between single alerts. */
const EVERY_MS = 1_000;
const PLACE = { lat: 51.95, lon: 4.05 };
const operator = { email: 'bench@watchfloor.test', password: 'correct horse battery staple' };

const hexOf = (index: number) => `abc${index.toString(16).padStart(3, '0')}`;
const directory = mkdtempSync(join(tmpdir(), 'watchfloor-end-to-end-'));
/** The time at which the alert of an aircraft arrived, by the hexadecimal ICAO address of the aircraft. */
const arrived = new Map<string, number>();
const receiver = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text: string) => {
    body += text;
  });
  request.on('end', () => {
    const now = performance.now();
    const { type, data } = JSON.parse(body) as { type: string; data?: { alert: { entities: string[] } } };
    if (type === 'alert.firing')
      for (const entity of data?.alert.entities ?? []) arrived.set(entity.slice('aircraft:'.length), now);
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const service = await ServiceProcess.start(join(directory, 'data'), {
  SVC_RATE_LIMIT: '1000000',
  SVC_OUTBOUND_ALLOW: '127.0.0.1',
  SVC_OPERATOR_EMAIL: operator.email,
  SVC_OPERATOR_PASSWORD: operator.password,
  SVC_LOG_LEVEL: 'error',
  SVC_DATABASE_URL: process.env.TEST_DATABASE_URL ?? '',
});
let token = '';

const call = (path: string, body: object) => callService(service.url, token, 'POST', path, body);

/** Submits reports of the first `count` aircraft, all `degrees` of latitude north of the place. */
const report = (degrees: number, count: number) => {
  const position = {
    lat: PLACE.lat + degrees,
    lon: PLACE.lon,
    seen_pos: 0,
    seen: 0,
    alt_baro: 10_000,
    gs: 0,
    track: 0,
  };
  const aircraft = Array.from({ length: count }, (_, index) => ({ hex: hexOf(index), ...position }));
  return call('/geospatial/ingest/adsb', { now: Date.now() / 1_000, aircraft });
};

async function measure(name: string, count: number, rounds: number): Promise<(string | number)[]> {
  const delays: number[] = [];
  let missing = 0;
  for (let round = 0; round < rounds; round += 1) {
    await report(0.2, count);
    await wait(EVERY_MS);
    arrived.clear();
    const sent = performance.now();
    await report(0.01, count);
    for (let waited = 0; arrived.size < count && waited < 10_000; waited += 5) await wait(5);
    missing += count - arrived.size;
    delays.push(...[...arrived.values()].map((at) => at - sent));
    await wait(EVERY_MS);
  }
  return [name, delays.length, missing, ...[0.5, 0.95, 0.99, 1].map((share) => Math.round(percentile(delays, share)))];
}

try {
  token = (await call('/auth/login', operator)).accessToken;
  const { port } = receiver.address() as AddressInfo;
  const { id: endpointId } = await call('/webhooks/endpoints', { url: `http://127.0.0.1:${port}/hook` });
  for (let index = 0; index < RULES; index += 1) {
    const condition = {
      type: 'proximity',
      entity: `aircraft:${hexOf(index)}`,
      other: { position: PLACE },
      radiusMeters: 5_000,
    };
    await call('/alerts/rules', { name: `Near ${index}`, severity: 'critical', condition, endpointIds: [endpointId] });
  }
  // The first measurement fills caches and opens connections; its result is dropped.
  await measure('', RULES, 2);
  const header = ['ms from submission to arrival', 'alerts', 'missing', 'p50', 'p95', 'p99', 'most'];
  printTable(header, [
    await measure('one alert at a time', 1, SINGLES),
    await measure(`${RULES} alerts at once`, RULES, ROUNDS),
  ]);
} finally {
  receiver.closeAllConnections();
  receiver.close();
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
