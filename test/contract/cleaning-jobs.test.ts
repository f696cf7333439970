import 'reflect-metadata';
import '../support/limit-concurrency.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { UsageRunner } from '../../src/accounts/usage.runner.js';
import { EventLog } from '../../src/events/event-log.js';
import type { EventType } from '../../src/events/event-type.js';
import { PasswordResetRepository } from '../../src/features/auth/recovery/password-reset.repository.js';
import { ChallengeRepository } from '../../src/features/auth/second-factor/challenge.repository.js';
import type { MemorySessionStore } from '../../src/features/auth/sessions/memory-session-store.js';
import { SessionStore } from '../../src/features/auth/sessions/session-store.js';
import { Encounters } from '../../src/features/geospatial/encounters/encounters.service.js';
import { GeoEvents } from '../../src/features/geospatial/events/geo-events.service.js';
import { FlowRepository } from '../../src/features/geospatial/flows/flow.repository.js';
import { TrafficRepository } from '../../src/features/geospatial/geofences/traffic/traffic.repository.js';
import { TrackRepository } from '../../src/features/geospatial/history/track.repository.js';
import { Holdings } from '../../src/features/geospatial/holdings/holdings.service.js';
import { ReceptionRepository } from '../../src/features/geospatial/reception/reception.repository.js';
import { WaitingRepository } from '../../src/features/geospatial/waiting/waiting.repository.js';
import { PublishedEventRepository } from '../../src/features/markets/events/published-event.repository.js';
import { subscriptionChanged } from '../../src/features/subscriptions/subscriptions.events.js';
import { IdempotencyStore } from '../../src/http/idempotency/idempotency-store.js';
import { UsageMeter } from '../../src/http/usage-meter.js';
import { discoverJobs } from '../../src/process/discover.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';
import { feedStatusChanged } from '../../src/upstream/feed.events.js';
import { FeedHistory } from '../../src/upstream/feed-history.js';
import type { Services } from '../../src/wiring/services.js';
import { heldAircraft } from '../support/held-aircraft.js';
import { OAuthApp } from '../support/oauth-app.js';
import { otherJobs } from '../support/other-jobs.js';
import { ownArticle } from '../support/own-article.js';
import { DAY, HOUR, MINUTE, SECOND, serviceFor } from '../support/service-for.js';
import { root } from '../support/sources.js';
import { PASSWORD, type TestService } from '../support/test-service.js';
import { webhookServiceFor } from '../support/webhook-service.js';

// Tests of every job that deletes data past its retention: it keeps rows until they expire, and deletes them then.

interface CleaningJob {
  job: string;
  /** Table of the rows that expire, with a condition if the table has other rows too. */
  rows: string;
  /**
   * Stores rows that expire, at the time of the test's clock. @returns the time at which the first of them expires (ms)
   */
  store(service: TestService): Promise<number>;
  /** Number of rows that the job keeps. Default: 0. */
  kept?: number;
  /**
   * Maximum delay (ms) between expiry and deletion, for rows that are deleted together with others of a period.
   * Default: 0.
   */
  delayMs?: number;
  serviceFor?(t: ExecutionContext): Promise<TestService>;
  /** Counts the stored rows; replaces the query of the table. */
  count?(service: TestService): Promise<number>;
  /** Moves to a time before or after the expiry of the rows (ms); replaces the advance of the test's clock. */
  moveTo?(service: TestService, sinceExpiryMs: number): Promise<void>;
}

const feed = { feed: 'ais', provider: 'simulator', status: 'ok', previousStatus: null };
const iso = (time: number) => new Date(time).toISOString();
/** Counts the stored sessions. The clock is set back for the count, because a snapshot omits expired sessions. */
const storedSessions = async ({ services, clock }: TestService) => {
  clock.advance(-20 * DAY);
  const count = (services.get(SessionStore) as MemorySessionStore).snapshot().length;
  clock.advance(20 * DAY);
  return count;
};

const signIn = async (service: TestService, email: string, agent: string) => {
  const { status } = await service
    .client()
    .post('/auth/login', { email, password: PASSWORD }, { headers: { 'user-agent': agent } });
  if (status !== 200) throw new Error(`${status}`);
};

const jobs: CleaningJob[] = [
  ...[
    { type: feedStatusChanged, data: feed, days: 90 },
    { type: subscriptionChanged, data: { subscriptionId: uuidV7(), change: 'created' }, days: 30 },
  ].map(({ type, data, days }) => ({
    job: 'events.forget-old',
    rows: `events where type = '${type.type}'`,
    store: async ({ services, settle, clock }: TestService) => {
      await services.get(EventLog).append(type as EventType<object>, { data });
      await settle();
      return clock.now() + days * DAY;
    },
  })),
  {
    job: 'admin.forget-old-usage',
    rows: 'account_usage',
    store: async (service) => {
      const { accountId } = await service.signedIn();
      service.services.get(UsageMeter).take();
      service.services.get(UsageMeter).count(accountId, 'streams', 1);
      await service.services.get(UsageRunner).write();
      return Math.floor(service.clock.now() / HOUR) * HOUR + 35 * DAY;
    },
  },
  {
    job: 'alerts.forget-old',
    rows: 'alerts',
    store: async (service) => {
      const { accountId } = await service.signedIn();
      const now = iso(service.clock.now());
      const insert = (state: string, resolvedAt: string | null) =>
        service.database.database.query(
          `insert into alerts (id, account_id, rule_id, rule_name, key, crossing, state, severity, title, started_at, resolved_at,
             explanation, symbols, entities, created_at, updated_at)
           values ($1, $2, $1, 'Oil', '', 1, $3, 'warning', 'Oil', $4, $5, '{}', '{}', '{}', $4, $4)`,
          [uuidV7(), accountId, state, now, resolvedAt],
        );
      await insert('resolved', now);
      await insert('firing', null);
      return service.clock.now() + 90 * DAY;
    },
    kept: 1,
  },
  {
    job: 'alerts.forget-old-ticks',
    rows: 'alert_ticks',
    store: async (service) => {
      const now = service.clock.now();
      const insert = `insert into alert_ticks (key, started_at, ended_at, entries, dropped, packed) values ('AAPL.US', $1, $2, 0, 0, '')`;
      await service.database.database.query(insert, [iso(now - MINUTE), iso(now)]);
      return now + 7 * DAY;
    },
  },
  {
    job: 'alerts.forget-old-silences',
    rows: 'alert_silences',
    store: async (service) => {
      const end = service.clock.now() + HOUR;
      await (await service.signedIn()).post('/alerts/silences', { to: iso(end) });
      return end + 30 * DAY;
    },
  },
  {
    job: 'auth.forget-devices',
    rows: 'known_devices',
    store: async (service) => {
      const start = service.clock.now();
      const { email } = await service.signedIn();
      service.clock.advance(DAY);
      await signIn(service, email, 'another');
      await signIn(service, email, 'a third');
      return start + 180 * DAY;
    },
    kept: 2,
  },
  {
    job: 'auth.remove-expired-keys',
    rows: 'personal_keys',
    store: async (service) => {
      const expiresAt = service.clock.now() + 10 * DAY;
      const ada = await service.signedIn();
      await ada.post('/auth/keys', { name: 'Report', scopes: ['markets:read'], expiresAt: iso(expiresAt) });
      await ada.post('/auth/keys', { name: 'Longer', scopes: ['markets:read'], expiresAt: iso(expiresAt + DAY) });
      return expiresAt;
    },
    kept: 1,
  },
  {
    job: 'auth.remove-expired-resets',
    rows: 'password_resets',
    store: async (service) => {
      const { accountId } = await service.signedIn();
      const expiresAt = service.clock.now() + 30 * MINUTE;
      await service.services
        .get(PasswordResetRepository)
        .insert({ hash: 'a hash', accountId, expiresAt: new Date(expiresAt) });
      return expiresAt;
    },
  },
  {
    job: 'auth.remove-expired-challenges',
    rows: 'mfa_challenges',
    store: async (service) => {
      const { accountId } = await service.signedIn();
      const expiresAt = service.clock.now() + 5 * MINUTE;
      const challenge = { hash: 'a hash', accountId, passwordMark: 'a mark', expiresAt: new Date(expiresAt) };
      await service.services.get(ChallengeRepository).insert(challenge, 10);
      return expiresAt;
    },
  },
  {
    job: 'auth.remove-expired-flows',
    rows: 'sign_in_flows',
    store: async (service) => {
      await service.client().post('/auth/passkeys/sign-in', {});
      return service.clock.now() + 5 * MINUTE;
    },
  },
  {
    job: 'auth.remove-expired-oauth',
    rows: 'oauth_apps',
    store: async (service) => {
      await new OAuthApp(service.url).register();
      return service.clock.now() + DAY;
    },
  },
  {
    job: 'auth.remove-expired-oauth',
    rows: 'oauth_records',
    store: async (service) => {
      const app = new OAuthApp(service.url);
      await app.register();
      await app.authorize({ resource: null });
      return service.clock.now() + 30 * MINUTE;
    },
  },
  {
    job: 'auth.sweep-sessions',
    rows: '',
    store: async (service) => {
      await service.signedIn();
      return service.clock.now() + 14 * DAY;
    },
    count: storedSessions,
  },
  {
    job: 'geospatial.forget-old-encounters',
    rows: 'encounters',
    store: async ({ services, clock }) => {
      const time = new Date(clock.now());
      const encounter = {
        title: 'A and B',
        severity: 3,
        position: { lat: 10, lon: 20 },
        entities: ['vessel:000000001', 'vessel:000000002'],
      };
      await services
        .get(Encounters)
        .report([{ key: 'one', ...encounter, startedAt: time, endedAt: time, reportedAt: time }]);
      return clock.now() + 365 * DAY;
    },
  },
  {
    job: 'geospatial.forget-old-holdings',
    rows: 'holdings',
    store: async ({ services, clock }) => {
      await services.get(Holdings).report([heldAircraft(new Date(clock.now()))]);
      return clock.now() + 30 * DAY;
    },
  },
  {
    job: 'geospatial.forget-old-flows',
    rows: 'flow_days',
    store: async ({ services, clock }) => {
      const midnight = Math.floor(clock.now() / DAY) * DAY;
      const day = iso(midnight).slice(0, 10);
      await services.get(FlowRepository).add(false, [{ flowId: 'suez', day, hours: 1, passages: Buffer.alloc(0) }]);
      return midnight + 1_097 * DAY;
    },
  },
  {
    job: 'health.forget-old-feed-changes',
    rows: "feed_changes where status = 'down'",
    store: async ({ services, clock }) => {
      const history = services.get(FeedHistory);
      const feed = { feed: 'ais.tcp', provider: 'ais' };
      await history.record({ ...feed, status: 'down' }, clock.now() - 1_000);
      await history.record({ ...feed, status: 'ok' }, clock.now());
      return clock.now() + 90 * DAY + 1;
    },
  },
  {
    job: 'geospatial.forget-old-reception',
    rows: 'reception_days',
    store: async ({ services, clock }) => {
      const midnight = Math.floor(clock.now() / DAY) * DAY;
      const day = { feed: 'ais.tcp', provider: 'ais', layer: 'vessels', block: 3, day: iso(midnight).slice(0, 10) };
      await services.get(ReceptionRepository).add([{ ...day, layer: 'vessels', counts: new Map() }]);
      return midnight + 31 * DAY;
    },
  },
  {
    job: 'geospatial.forget-old-waiting',
    rows: 'waiting_days',
    store: async ({ services, clock }) => {
      const midnight = Math.floor(clock.now() / DAY) * DAY;
      const hours = Array.from({ length: 24 }, () => null);
      const day = { locode: 'NLRTM', day: iso(midnight).slice(0, 10), cargo: hours, tanker: hours };
      await services.get(WaitingRepository).add(false, [day]);
      return midnight + 1_097 * DAY;
    },
  },
  {
    job: 'geospatial.forget-old-traffic',
    rows: 'geofence_traffic_days',
    store: async ({ services, clock, database, signedIn }) => {
      const shape = { type: 'circle', center: { lat: 52, lon: 4 }, radiusMeters: 5_000 };
      const { id } = (await (await signedIn()).post('/geospatial/geofences', { name: 'Port', shape })).json;
      const { rows } = await database.database.query('select change from geofences where id = $1', [id]);
      const change = Number(rows[0]?.change);
      const now = clock.now();
      const sample = { fenceId: id, change, layer: 'vessels', isSimulated: false, count: 3 } as const;
      await services.get(TrafficRepository).add([sample], now);
      return Math.floor(now / DAY) * DAY + 401 * DAY;
    },
  },
  ...(['earthquake', 'conflict'] as const).map((type) => ({
    job: 'geospatial.forget-old-events',
    rows: `geo_events where type = '${type}'`,
    store: async ({ services, clock }: TestService) => {
      const time = new Date(clock.now());
      const event = {
        provider: 'usgs',
        key: 'us1',
        title: 'An event',
        severity: 3,
        position: { lat: 10, lon: 20 },
      } as const;
      await services.get(GeoEvents).report([{ ...event, type, startedAt: time, endedAt: time, reportedAt: time }]);
      return clock.now() + (type === 'conflict' ? 30 : 365) * DAY;
    },
  })),
  {
    job: 'geospatial.forget-tracks',
    rows: 'track_points',
    store: async ({ services, clock, jobs }) => {
      const point = {
        layer: 'vessels' as const,
        lat: 1,
        lon: 2,
        speedKnots: 1,
        courseDegrees: 1,
        altitudeFeet: Number.NaN,
      };
      await jobs.run('geospatial.forget-tracks');
      await services.get(TrackRepository).write([{ ...point, key: 244660000, observedAt: clock.now() }]);
      return clock.now() + 2 * DAY;
    },
    delayMs: DAY,
    serviceFor: (t) => serviceFor(t, { env: { SVC_TRACK_DAYS: '2' } }),
  },
  {
    job: 'geospatial.remove-expired-pins',
    rows: 'pins',
    store: async (service) => {
      const expiresAt = service.clock.now() + DAY;
      const ada = await service.signedIn();
      const pin = { title: 'Wreck buoy', position: { lat: 51.95, lon: 4.05 }, severity: 2 };
      await ada.post('/geospatial/pins', { ...pin, expiresAt: iso(expiresAt) });
      await ada.post('/geospatial/pins', pin);
      return expiresAt;
    },
    kept: 1,
  },
  {
    job: 'markets.forget-published-keys',
    rows: 'published_market_events',
    store: async ({ services, clock }) => {
      await services.get(PublishedEventRepository).claim(['a key'], new Date(clock.now()));
      return clock.now() + 40 * DAY;
    },
  },
  {
    job: 'news.delete-old',
    rows: 'news_articles',
    store: async (service) => {
      await ownArticle(await service.signedIn(), service);
      return service.clock.now() + 30 * DAY;
    },
  },
  {
    job: 'news.delete-old',
    rows: 'news_clusters',
    store: async (service) => {
      await ownArticle(await service.signedIn(), service);
      return service.clock.now() + 30 * DAY;
    },
  },
  ...['webhook_deliveries', 'webhook_attempts'].map((rows) => ({
    job: 'webhooks.forget-old',
    rows,
    store: async (service: TestService) => {
      const { subscriber, happen } = service as Awaited<ReturnType<typeof webhookServiceFor>>;
      await subscriber('/hook', [feedStatusChanged.type]);
      await happen();
      return service.clock.now() + 30 * DAY;
    },
    // A partition is deleted as a whole, up to this long after the first of its rows expires.
    delayMs: 5 * DAY,
    serviceFor: webhookServiceFor,
  })),
  {
    job: 'http.sweep-idempotency-keys',
    rows: 'idempotency_keys',
    store: async (service) => {
      const { accountId } = await service.signedIn();
      await service.services
        .get(IdempotencyStore)
        .keep({ accountId, key: 'a key', operation: 'POST /any', fingerprint: 'equal' });
      return 0;
    },
    // Idempotency keys expire by the clock of the database, which the test cannot advance.
    moveTo: async ({ database }, sinceExpiryMs) => {
      await database.database.query(
        `update idempotency_keys set expires_at = now() - interval '${sinceExpiryMs} milliseconds'`,
      );
    },
  },
];

test('every job is tested here, or is listed with the test that runs it', async (t) => {
  const service = await serviceFor(t);
  const discovered = (await discoverJobs()).map((type) =>
    service.services.get(type as Parameters<Services['get']>[0]),
  ) as Array<{ name: string }>;
  t.deepEqual(
    discovered.map(({ name }) => name).sort(),
    [...new Set([...jobs.map(({ job }) => job), ...Object.keys(otherJobs)])].sort(),
  );
  for (const path of Object.values(otherJobs)) t.true(existsSync(join(root, path)), path);
});

for (const { job, rows, store, kept = 0, delayMs = 0, ...one } of jobs) {
  test(`${job}: ${rows === '' ? 'sessions' : rows} are kept until they expire and then deleted`, async (t) => {
    const service = await (one.serviceFor ?? serviceFor)(t);
    const countRows = async () =>
      (await service.database.database.query<{ count: number }>(`select count(*) from ${rows}`)).rows[0]?.count ?? 0;
    const count = () => (one.count ?? countRows)(service) as Promise<number>;
    const expiresAt = await store(service);
    const moveTo = one.moveTo ?? (async ({ clock }, since) => clock.advance(expiresAt + since - clock.now()));
    const stored = await count();
    t.true(stored > kept);
    await moveTo(service, -SECOND);
    await service.jobs.run(job);
    t.is(await count(), stored, 'before they expire');
    await moveTo(service, delayMs + SECOND);
    await service.jobs.run(job);
    await service.jobs.run(job);
    t.is(await count(), kept, 'afterwards');
  });
}
