import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import test from 'ava';
import { RedisConnection } from '../../src/cache/redis-connection.js';
import { ownRedis } from '../support/own-redis.js';
import { startProcess } from '../support/service-process.js';
import { createTestDatabase } from '../support/test-database.js';

const fixture = resolve('test', 'fixtures', 'geo', 'feeds', 'kystverket-400.nm4');
const lines = readFileSync(fixture, 'utf8').replace(/^\\[^\\]*\\/gm, '');
const secret = 'a test secret of more than thirty-two bytes';

test('an API process shows the vessels of a feed process, and data submitted to the API process reaches the feed process', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const { url } = await ownRedis(t);
  const redis = new RedisConnection({ url });
  await redis.ready(30_000);
  await redis.close();
  const together = {
    SVC_DATABASE_URL: database.url,
    SVC_REDIS_URL: url,
    SVC_JWT_SECRET: secret,
    SVC_DATA_SECRET: secret,
    SVC_DRAIN_SECONDS: '0',
    SVC_OPERATOR_EMAIL: 'operator@watchfloor.test',
    SVC_OPERATOR_PASSWORD: 'correct horse battery staple',
    SVC_ADSB_SOURCES: 'none',
    SVC_EVENT_SOURCES: 'none',
  };
  const reads = await startProcess(t, { ...together, SVC_AIS_SOURCES: `file:${fixture}?rate=100&loop=true` });
  const answers = await startProcess(t, { ...together, SVC_ROLES: 'api' });
  const body = JSON.stringify({ email: together.SVC_OPERATOR_EMAIL, password: together.SVC_OPERATOR_PASSWORD });
  const signedIn = await fetch(`${answers.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const { accessToken } = (await signedIn.json()) as { accessToken: string };
  const authorization = `Bearer ${accessToken}`;
  const shipsAt = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/api/v1/geospatial/vessels?bbox=-180,-90,180,90&limit=200`, {
      headers: { authorization },
    });
    return ((await answer.json()) as { items: unknown[] }).items.length;
  };
  const endsAt = performance.now() + 60_000;
  while ((await shipsAt(answers.url)) < 50) {
    if (performance.now() > endsAt) return t.fail(answers.said());
    await new Promise((wait) => setTimeout(wait, 100));
  }
  // The position has no other vessels, so only this receiver reports it.
  const ship = '!AIVDM,1,1,,A,13HOI:0P0000VOHLCnHQKwvL05Ip,0*23';
  t.false(lines.includes(ship));
  await fetch(`${answers.url}/api/v1/geospatial/ingest/nmea`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'text/plain' },
    body: ship,
  });
  const known = async () =>
    (await fetch(`${reads.url}/api/v1/geospatial/vessels/227006760`, { headers: { authorization } })).status;
  while ((await known()) !== 200) {
    if (performance.now() > endsAt) return t.fail(reads.said());
    await new Promise((wait) => setTimeout(wait, 100));
  }
  t.pass();
});
