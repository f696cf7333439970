import 'reflect-metadata';
import { AccountData, AccountDataSources } from '../accounts/account-data.js';
import { AccountQuota } from '../accounts/account-quota.service.js';
import { ResourceUsages } from '../accounts/resource-usages.js';
import { AuditLog } from '../audit/audit-log.js';
import { DatabaseAuditLog } from '../audit/database-audit-log.js';
import { ProcessMemory, RedisSharedStore, SharedStore } from '../cache/shared-store.js';
import { AuthConfig } from '../config/auth-config.js';
import { Config } from '../config/config.js';
import { DocsConfig } from '../config/docs-config.js';
import { HttpConfig } from '../config/http-config.js';
import { LimitsConfig } from '../config/limits-config.js';
import { MailConfig } from '../config/mail-config.js';
import { OutboundConfig } from '../config/outbound-config.js';
import { ServiceConfig } from '../config/service-config.js';
import { StorageConfig } from '../config/storage-config.js';
import { version } from '../config/version.js';
import { Database } from '../database/database.js';
import { LeaderLock } from '../database/leader-lock.js';
import { EvaluationLeases, Leases } from '../database/leases.js';
import { PostgresLeaderLock } from '../database/postgres-leader-lock.js';
import { evaluationKind, PostgresLeases } from '../database/postgres-leases.js';
import { DatabaseEventLog } from '../events/database-event-log.js';
import { EventCatalog } from '../events/event-catalog.js';
import { EventLog } from '../events/event-log.js';
import { Authenticator } from '../http/caller.js';
import { GrantedAccess } from '../http/granted-access.js';
import { DatabaseIdempotencyStore } from '../http/idempotency/database-idempotency-store.js';
import { IdempotencyStore } from '../http/idempotency/idempotency-store.js';
import { KeyRing } from '../http/key-ring.js';
import { AddressAttempts } from '../http/rate-limit/address-attempts.js';
import { FallbackWindowStore } from '../http/rate-limit/fallback-window-store.js';
import { MemoryWindowStore } from '../http/rate-limit/memory-window-store.js';
import { RedisWindowStore } from '../http/rate-limit/redis-window-store.js';
import { ExactWindowStore, WindowStore } from '../http/rate-limit/window-store.js';
import { ServiceDirectory } from '../http/route/service-directory.js';
import { FallbackStreamSlots } from '../http/stream/fallback-stream-slots.js';
import { MemoryStreamSlots } from '../http/stream/memory-stream-slots.js';
import { RedisStreamSlots } from '../http/stream/redis-stream-slots.js';
import { StreamSlots } from '../http/stream/stream-slots.js';
import { Jobs } from '../jobs/jobs.js';
import { Log } from '../logging/log.js';
import { Mailer, NoMailer } from '../mail/mailer.js';
import { SmtpMailer } from '../mail/smtp-mailer.js';
import { MetricSources } from '../metrics/metrics.js';
import type { ContainerParts } from '../modules/feature-module.js';
import { GrantedResources } from '../resources/granted-resources.service.js';
import { OwnedData } from '../resources/owned-data.js';
import { OwnedSource } from '../resources/owned-source.js';
import { SearchSource, SearchSources } from '../search/search-source.js';
import { StoredSearch } from '../search/stored-search.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { HeavyWork } from '../threads/heavy-work.js';
import { ThreadedWork } from '../threads/threaded-work.js';
import { Clock } from '../time/clock.js';
import { SystemTimers, Timers } from '../time/timers.js';
import { Tracer } from '../tracing/tracer.js';
import type { BudgetStore } from '../upstream/budget/budget-store.js';
import { FallbackBudgetStore } from '../upstream/budget/fallback-budget-store.js';
import { MemoryBudgetStore } from '../upstream/budget/memory-budget-store.js';
import { RedisBudgetStore } from '../upstream/budget/redis-budget-store.js';
import { HttpUpstreams } from '../upstream/client/http-upstreams.js';
import { FeedRegistry } from '../upstream/feed-status.js';
import { GuardedOutbound } from '../upstream/outbound/guarded-outbound.js';
import { Outbound } from '../upstream/outbound.js';
import { UpstreamShares } from '../upstream/upstream-shares.js';
import { Upstreams } from '../upstream/upstreams.js';
import { type Injectable, Services } from '../wiring/services.js';

/** Timeout of Redis for counting a request (ms); afterwards this process counts it. */
const LIMIT_TIMEOUT_MS = 300;

/** Ports that this file binds, for `GET /debug/services`. */
const ports: ReadonlyArray<Injectable<object>> = [
  Log,
  Clock,
  Database,
  LeaderLock,
  Leases,
  EvaluationLeases,
  Jobs,
  SharedStore,
  WindowStore,
  StreamSlots,
  AuditLog,
  EventLog,
  IdempotencyStore,
  GrantedAccess,
  Authenticator,
  Outbound,
  Mailer,
  Upstreams,
];

/**
 * Creates the container and binds a class to each port: first the ports that all features use, then the ports of each
 * feature.
 */
export function createContainer(parts: ContainerParts): Services {
  const services = new Services();
  parts.config.service.logLevelSetting.follow((level) => parts.log.setLevel(level));
  parts.bindFirst?.(services);
  bindConfig(services, parts.config);
  bindParts(services, parts);
  bindShared(services, parts);
  bindUpstreams(services, parts);
  services.alias(AuditLog, DatabaseAuditLog);
  services.alias(EventLog, DatabaseEventLog);
  services.alias(GrantedAccess, GrantedResources);
  services.alias(IdempotencyStore, DatabaseIdempotencyStore);
  services.alias(HeavyWork, ThreadedWork);
  services.set(AccountDataSources, new AccountDataSources(() => accountDataOf(parts, services)));
  services.set(SearchSources, new SearchSources(() => searchSourcesOf(parts, services)));
  services.set(MetricSources, new MetricSources(() => parts.metricSources.map((type) => services.get(type))));
  const quota = services.get(AccountQuota);
  quota.completeWith(() => void accountDataOf(parts, services));
  quota.declare('streams', {
    configured: () => parts.config.limits.streamsPerAccount,
    count: (accountId) => services.get(StreamSlots).count(accountId),
  });
  services.get(ResourceUsages).register((accountId) => quota.usage(accountId));
  for (const module of parts.modules) module.bind(services, parts);
  for (const module of parts.modules) module.bound(services);
  const directory = services.get(ServiceDirectory);
  for (const port of [...ports, ...parts.modules.flatMap((module) => module.ports)])
    directory.bind(port.name, services.get(port));
  return services;
}

function accountDataOf({ accountData }: ContainerParts, services: Services): AccountData[] {
  return accountData.flatMap((type) => {
    const made = services.get(type);
    return made instanceof AccountData ? [made] : OwnedData.of(made);
  });
}

function searchSourcesOf({ searchSources }: ContainerParts, services: Services): SearchSource[] {
  return searchSources.flatMap((type) => {
    const made = services.get(type);
    return made instanceof SearchSource ? [made] : OwnedSource.of(made, services.get(StoredSearch));
  });
}

function bindConfig(services: Services, config: Config): void {
  services.set(Config, config);
  services.set(ServiceConfig, config.service);
  services.set(HttpConfig, config.http);
  services.set(DocsConfig, config.docs);
  services.set(StorageConfig, config.storage);
  services.set(AuthConfig, config.auth);
  services.set(LimitsConfig, config.limits);
  services.set(OutboundConfig, config.outbound);
  services.set(MailConfig, config.mail);
  for (const [type, settings] of config.features) services.set(type, settings);
}

function bindParts(
  services: Services,
  { config, log, clock, database, jobs, keys, vault, catalogue, ...parts }: ContainerParts,
): void {
  const timers = parts.timers ?? new SystemTimers();
  services.set(Log, log);
  services.set(Clock, clock);
  services.set(Timers, timers);
  services.set(Database, database);
  if (parts.tracer !== undefined) services.set(Tracer, parts.tracer);
  services.set(LeaderLock, new PostgresLeaderLock(database, timers));
  services.set(Leases, new PostgresLeases(database, timers));
  services.set(EvaluationLeases, new PostgresLeases(database, timers, { kind: evaluationKind }));
  services.set(Jobs, jobs);
  services.set(KeyRing, keys);
  services.set(SecretVault, vault);
  services.set(EventCatalog, catalogue);
  const { smtp, from, connections } = config.mail;
  const mailMs = parts.peerTimes?.mailMs;
  services.set(
    Mailer,
    parts.mailer ??
      (smtp && from
        ? new SmtpMailer({ smtp, from, connections, connectMs: mailMs, silenceMs: mailMs })
        : new NoMailer()),
  );
  services.set(
    Outbound,
    parts.outbound ?? new GuardedOutbound({ ...config.outbound, userAgent: `Watchfloor/${version}` }),
  );
}

/** Binds the state that processes share through Redis; without Redis each process has its own. */
function bindShared(services: Services, { config, clock, redis, log }: ContainerParts): void {
  const local = new MemoryWindowStore(clock);
  const exact = redis ? new RedisWindowStore(redis) : local;
  services.set(SharedStore, redis ? new RedisSharedStore(redis) : new ProcessMemory());
  // During an outage of Redis, reads are counted only approximately rather than refused; sign-ins and registrations are
  // refused.
  services.set(ExactWindowStore, exact);
  services.set(
    WindowStore,
    redis
      ? new FallbackWindowStore(new RedisWindowStore(redis, LIMIT_TIMEOUT_MS), local, () =>
          log.debug({}, 'Redis is unavailable: requests are counted in this process only.'),
        )
      : local,
  );
  const streams = new MemoryStreamSlots(config.limits.streamsPerAccount);
  const alone = () => log.debug({}, 'Redis is unavailable: streams are counted in this process only.');
  services.set(
    StreamSlots,
    redis
      ? new FallbackStreamSlots(new RedisStreamSlots(redis, config.limits.streamsPerAccount), streams, alone)
      : streams,
  );
  services.set(
    AddressAttempts,
    new AddressAttempts(exact, {
      'sign-in': { max: config.limits.signInsPerMinute, windowMs: 60_000 },
      // Key exchanges are counted separately from sign-ins, so that programs and people behind one address do not block
      // each other.
      'key-exchange': { max: config.limits.signInsPerMinute, windowMs: 60_000 },
      'password-reset': { max: config.limits.signInsPerMinute, windowMs: 60_000 },
      'shared-view': { max: config.limits.sharedViewsPerMinute, windowMs: 60_000 },
      'app-registration': { max: config.limits.appRegistrationsPerHour, windowMs: 3_600_000 },
      'app-token': { max: config.limits.signInsPerMinute, windowMs: 60_000 },
      // While registration is closed, attempts are not counted.
      registration: {
        get max() {
          return config.auth.registrationOpen ? config.limits.registrationsPerHour : undefined;
        },
        windowMs: 3_600_000,
      },
    }),
  );
}

/** Binds the classes that call vendors and count the calls. */
function bindUpstreams(services: Services, { config, clock, redis, log, peerTimes }: ContainerParts): void {
  const local = new MemoryBudgetStore(clock, config.limits.upstreamShare);
  const budgets: BudgetStore = redis
    ? new FallbackBudgetStore(new RedisBudgetStore(redis, config.limits.upstreamShare), local)
    : local;
  const feeds = services.get(FeedRegistry);
  const upstreams = new HttpUpstreams({
    feeds,
    budgets,
    clock,
    log,
    userAgent: `Watchfloor/${version}`,
    timeoutMs: peerTimes?.vendorMs,
  });
  services.set(Upstreams, upstreams);
  services.set(UpstreamShares, upstreams);
}
