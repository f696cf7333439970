import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Container } from 'typedi';
import { AuditLog } from './audit/audit-log.js';
import { DatabaseAuditLog } from './audit/database-audit-log.js';
import type { RedisConnection } from './cache/redis-connection.js';
import { ProcessMemory, RedisSharedStore, SharedStore } from './cache/shared-store.js';
import { Clock } from './clock.js';
import { AuthConfig } from './config/auth-config.js';
import { Config } from './config/config.js';
import { DocsConfig } from './config/docs-config.js';
import { GeospatialConfig } from './config/geospatial-config.js';
import { HttpConfig } from './config/http-config.js';
import { LimitsConfig } from './config/limits-config.js';
import { MarketsConfig } from './config/markets-config.js';
import { OutboundConfig } from './config/outbound-config.js';
import { ServiceConfig } from './config/service-config.js';
import { StorageConfig } from './config/storage-config.js';
import { Database } from './database/database.js';
import { LeaderLock } from './database/leader-lock.js';
import { PostgresLeaderLock } from './database/postgres-leader-lock.js';
import { DatabaseEventLog } from './events/database-event-log.js';
import { EventCatalogue } from './events/event-catalogue.js';
import { EventLog } from './events/event-log.js';
import type { AttemptStore } from './features/auth/attempt-store.js';
import { MemoryAttemptStore } from './features/auth/memory-attempt-store.js';
import { MemorySessionStore } from './features/auth/memory-session-store.js';
import { PasswordHasher } from './features/auth/password-hasher.js';
import { RedisAttemptStore } from './features/auth/redis-attempt-store.js';
import { RedisSessionStore } from './features/auth/redis-session-store.js';
import { RefreshTokenMint } from './features/auth/refresh-token.js';
import { defaultSessionLimits } from './features/auth/session.js';
import { SessionRotation } from './features/auth/session-rotation.service.js';
import { SessionStore } from './features/auth/session-store.js';
import { SignInThrottle } from './features/auth/sign-in-throttle.js';
import { TokenAuthenticator } from './features/auth/token-authenticator.js';
import { NoObservationBus, ObservationBus } from './features/geospatial/feeds/observation-bus.js';
import { Observations } from './features/geospatial/feeds/observations.js';
import { RedisObservationBus } from './features/geospatial/feeds/redis-observation-bus.js';
import { ObservationSink } from './features/geospatial/observation.js';
import { ExchangeCalendar } from './features/markets/calendar/exchange-calendar.js';
import { TradingCalendar } from './features/markets/calendar/trading-calendar.js';
import { InstrumentTable } from './features/markets/directory/instrument-table.js';
import { createProviders } from './features/markets/providers/create-providers.js';
import { tellUnconfigured } from './features/markets/providers/market-feeds.js';
import { type MarketProvider, MarketProviders } from './features/markets/providers/market-provider.js';
import { CeilingNoticeService } from './features/users/ceiling-notice.service.js';
import { Authenticator } from './http/caller.js';
import { DatabaseIdempotencyStore } from './http/idempotency/database-idempotency-store.js';
import { IdempotencyStore } from './http/idempotency/idempotency-store.js';
import { KeyRing } from './http/key-ring.js';
import { AddressAttempts } from './http/rate-limit/address-attempts.js';
import { CeilingNotice } from './http/rate-limit/ceiling-notice.js';
import { FallbackWindowStore } from './http/rate-limit/fallback-window-store.js';
import { MemoryWindowStore } from './http/rate-limit/memory-window-store.js';
import { RedisWindowStore } from './http/rate-limit/redis-window-store.js';
import { WindowStore } from './http/rate-limit/window-store.js';
import { ServiceDirectory } from './http/route/service-directory.js';
import { FallbackStreamPlaces } from './http/stream/fallback-stream-places.js';
import { MemoryStreamPlaces } from './http/stream/memory-stream-places.js';
import { RedisStreamPlaces } from './http/stream/redis-stream-places.js';
import { StreamPlaces } from './http/stream/stream-places.js';
import { Jobs } from './jobs/jobs.js';
import { Log } from './log.js';
import { SecretVault } from './secrets/secret-vault.js';
import { type Injectable, Services } from './services.js';
import { SystemTimers, Timers } from './timers.js';
import type { BudgetStore } from './upstream/budget/budget-store.js';
import { FallbackBudgetStore } from './upstream/budget/fallback-budget-store.js';
import { MemoryBudgetStore } from './upstream/budget/memory-budget-store.js';
import { RedisBudgetStore } from './upstream/budget/redis-budget-store.js';
import { HttpUpstreams } from './upstream/client/http-upstreams.js';
import { FeedRegistry } from './upstream/feed-status.js';
import { GuardedOutbound } from './upstream/outbound/guarded-outbound.js';
import { Outbound } from './upstream/outbound.js';
import { UpstreamShares } from './upstream/upstream-shares.js';
import { Upstreams } from './upstream/upstreams.js';
import { version } from './version.js';

/** What a process is made of that cannot be made from its configuration alone. */
export interface Parts {
  config: Config;
  log: Log;
  clock: Clock;
  database: Database;
  jobs: Jobs;
  /** Undefined: what is shared stays in this process's memory. */
  redis?: RedisConnection;
  keys: KeyRing;
  vault: SecretVault;
  /** The types of event there are. */
  catalogue: EventCatalogue;
  /** Undefined: as the configuration permits. */
  outbound?: Outbound;
  /** In the order of priority; undefined: those of the configuration. */
  marketProviders?: readonly MarketProvider[];
  /** Undefined: those of the machine. */
  timers?: Timers;
}

/** Which class implements which port. Everything else is found by its type. */
export function createContainer(parts: Parts): Services {
  const { config, log, clock, database, jobs, keys, catalogue } = parts;
  const services = new Services(Container.of(randomUUID()));
  services.set(Config, config);
  services.set(ServiceConfig, config.service);
  services.set(HttpConfig, config.http);
  services.set(DocsConfig, config.docs);
  services.set(StorageConfig, config.storage);
  services.set(AuthConfig, config.auth);
  services.set(LimitsConfig, config.limits);
  services.set(OutboundConfig, config.outbound);
  services.set(MarketsConfig, config.markets);
  services.set(GeospatialConfig, config.geospatial);
  services.set(Log, log);
  services.set(Clock, clock);
  const timers = parts.timers ?? new SystemTimers();
  services.set(Timers, timers);
  services.set(Database, database);
  services.set(LeaderLock, new PostgresLeaderLock(database, timers));
  services.set(Jobs, jobs);
  services.set(KeyRing, keys);
  services.set(SecretVault, parts.vault);
  services.set(EventCatalogue, catalogue);
  services.set(PasswordHasher, new PasswordHasher());
  services.set(Outbound, parts.outbound ?? new GuardedOutbound({ ...config.outbound, userAgent: `Watchfloor/${version}` }));
  bindShared(services, parts);
  services.set(TradingCalendar, services.get(ExchangeCalendar));
  bindUpstreams(services, parts);
  bindObservations(services, parts);
  services.set(AuditLog, services.get(DatabaseAuditLog));
  services.set(EventLog, services.get(DatabaseEventLog));
  services.set(CeilingNotice, services.get(CeilingNoticeService));
  services.set(IdempotencyStore, services.get(DatabaseIdempotencyStore));
  services.set(Authenticator, services.get(TokenAuthenticator));
  const directory = services.get(ServiceDirectory);
  const ports = [
    Log,
    Clock,
    Database,
    LeaderLock,
    Jobs,
    SharedStore,
    SessionStore,
    WindowStore,
    StreamPlaces,
    AuditLog,
    EventLog,
    IdempotencyStore,
    Authenticator,
    Outbound,
    Upstreams,
    TradingCalendar,
    ObservationSink,
    ObservationBus,
  ];
  for (const port of ports) {
    directory.bind(port.name, services.get(port as Injectable<object>));
  }
  return services;
}

/** What several processes share when there is a Redis, and a single one keeps to itself when there is none. */
function bindShared(services: Services, { config, clock, redis, keys, log }: Parts): void {
  const limits = { ...defaultSessionLimits, maxAgeMs: config.auth.sessionMaxDays * 86_400_000 };
  const local = new MemoryWindowStore(clock);
  const windows = redis ? new RedisWindowStore(redis) : local;
  const attempts: AttemptStore = redis ? new RedisAttemptStore(redis) : new MemoryAttemptStore(clock);
  const sessions: SessionStore = redis ? new RedisSessionStore(redis, limits) : new MemorySessionStore(clock, limits);
  const mint = new RefreshTokenMint(keys.refreshKey);
  services.set(SharedStore, redis ? new RedisSharedStore(redis) : new ProcessMemory());
  services.set(SessionStore, sessions);
  services.set(RefreshTokenMint, mint);
  services.set(SessionRotation, new SessionRotation(sessions, mint, config.auth.refreshGraceMs));
  // Reads are better counted loosely than refused; sign-ins and registrations are not.
  services.set(WindowStore, redis ? new FallbackWindowStore(windows, local, () => log.debug({}, 'Counting requests in this process alone.')) : local);
  const streams = new MemoryStreamPlaces(config.limits.streamsPerAccount);
  const alone = () => log.debug({}, 'Counting streams in this process alone.');
  services.set(StreamPlaces, redis ? new FallbackStreamPlaces(new RedisStreamPlaces(redis, config.limits.streamsPerAccount), streams, alone) : streams);
  services.set(SignInThrottle, new SignInThrottle(attempts, windows));
  services.set(
    AddressAttempts,
    new AddressAttempts(windows, {
      'sign-in': { max: config.limits.signInsPerMinute, windowMs: 60_000 },
      // Where registration is closed there is nothing to count.
      registration: { max: config.auth.registrationOpen ? config.limits.registrationsPerHour : undefined, windowMs: 3_600_000 },
    }),
  );
}

/** Who says what happens in the world. */
function bindUpstreams(services: Services, { config, clock, redis, log, marketProviders }: Parts): void {
  const local = new MemoryBudgetStore(clock, config.limits.upstreamShare);
  const budgets: BudgetStore = redis ? new FallbackBudgetStore(new RedisBudgetStore(redis, config.limits.upstreamShare), local) : local;
  const feeds = services.get(FeedRegistry);
  const upstreams = new HttpUpstreams({ feeds, budgets, clock, log, userAgent: `Watchfloor/${version}` });
  services.set(Upstreams, upstreams);
  services.set(UpstreamShares, upstreams);
  const calendar = services.get(TradingCalendar as Injectable<TradingCalendar>);
  const parts = {
    config: config.markets,
    upstreams,
    feeds,
    clock,
    calendar,
    instruments: services.get(InstrumentTable),
    timers: services.get(Timers as Injectable<Timers>),
  };
  services.set(MarketProviders, new MarketProviders(marketProviders ?? createProviders(parts)));
  if (marketProviders === undefined) tellUnconfigured(feeds, config.markets.providers);
}

/** Where reports of ships and aircraft go. */
function bindObservations(services: Services, { redis, log }: Parts): void {
  const timers = services.get(Timers as Injectable<Timers>);
  services.set(ObservationBus, redis ? new RedisObservationBus({ redis, timers, log }) : new NoObservationBus());
  services.set(ObservationSink, services.get(Observations));
}
