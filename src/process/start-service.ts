import { createApp, createMonitoringApp } from '../app.js';
import type { RedisConnection } from '../cache/redis-connection.js';
import type { Config } from '../config/config.js';
import { keptSecret } from '../config/signing-secret.js';
import { Leadership } from '../coordination/leadership.js';
import { LeaderRunner, type Runner } from '../coordination/runner.js';
import type { Database } from '../database/database.js';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import { openDatabase } from '../database/open-database.js';
import { EventDispatcher } from '../events/event-dispatcher.js';
import { EventLoopWatch } from '../http/event-loop-watch.js';
import { KeyRing } from '../http/key-ring.js';
import { Lifecycle } from '../http/lifecycle.js';
import { StartupHandler } from '../http/startup-handler.js';
import { StreamHub } from '../http/stream/stream-hub.js';
import { StreamWatch } from '../http/stream/stream-watch.js';
import { PgBossJobs } from '../jobs/pg-boss-jobs.js';
import { tracedJob } from '../jobs/traced-job.js';
import type { Log } from '../logging/log.js';
import { Mailer } from '../mail/mailer.js';
import { storedDescription } from '../openapi/stored-description.js';
import { openVault } from '../secrets/open-vault.js';
import { HeavyWork } from '../threads/heavy-work.js';
import { SystemClock } from '../time/clock.js';
import type { Tracer } from '../tracing/tracer.js';
import { Outbound } from '../upstream/outbound.js';
import { Upstreams } from '../upstream/upstreams.js';
import type { Services } from '../wiring/services.js';
import { createContainer } from './container.js';
import {
  discoverConsumers,
  discoverControllers,
  discoverFeatures,
  discoverJobs,
  discoverMonitorControllers,
  discoverRunners,
} from './discover.js';
import { GarbageCollections } from './garbage-collections.js';
import { type Listener, listen, listenForMonitoring } from './listen.js';
import { OpenFilesWatch } from './open-files.js';
import { preflight } from './preflight.js';

/** Running requests may take this long to finish at a shutdown (ms). */
const FINISH_MS = 15_000;
/**
 * Jobs may take this long to finish at a shutdown (ms). A job that does not finish runs again in another process or at
 * the next start.
 */
const JOBS_FINISH_MS = 5_000;

/** Timeout of the database's first response (ms), and the number of failures after which the start fails. */
const FIRST_ANSWER_MS = 5_000;
const MAX_FIRST_FAILURES = 3;

/** Prints text on the operator's terminal. */
export type Print = (text: string) => void;

export interface RunningService {
  /** URL of the service; undefined if a process without the role `api` found its port in use. */
  url?: string;
  services: Services;
  /** Lines for the operator after the start. */
  notices: readonly string[];
  /**
   * Shuts the process down: reports not ready (503), stops accepting, finishes running work, and closes everything.
   * Resolves when nothing runs any more.
   */
  stop(): Promise<void>;
}

/**
 * Starts everything that this process's roles require, in the order of dependencies. Errors of the configuration are
 * found first, before anything is created.
 * @param print shows text that the operator must see even if the start fails later, such as generated credentials
 * @throws ConfigurationError that names the setting to change
 */
export async function startService(config: Config, log: Log, print: Print = () => undefined): Promise<RunningService> {
  const door = new StartupHandler();
  const listener = await (config.service.roles.includes('api')
    ? listen(door, config, log)
    : listenForMonitoring(door, config, log));
  try {
    return await startBehind(door, listener, config, log, print);
  } catch (error) {
    await listener?.close(0);
    throw error;
  }
}

async function startBehind(
  door: StartupHandler,
  listener: Listener | undefined,
  config: Config,
  log: Log,
  print: Print,
): Promise<RunningService> {
  const { service, storage, auth } = config;
  const features = await discoverFeatures();
  await preflight(config, log, features);
  const keys = new KeyRing(auth.jwtSecret ?? keptSecret(service.dataFile('jwt-secret')), auth.previousSecrets);
  const vault = openVault(config);
  const { databaseUrl: url, databasePoolSize: poolSize, databaseBackgroundPoolSize: backgroundPoolSize } = storage;
  const database = await openDatabase({ url, dataDir: service.dataDir, poolSize, backgroundPoolSize }, (line) =>
    log.info({ component: 'database' }, line),
  );
  const closing: Array<() => Promise<void>> = [() => database.close()];
  const closeAll = async () => {
    // A failure to close one part must not leave the others open.
    const failures: unknown[] = [];
    for (const close of closing.reverse()) await close().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  try {
    const tracer = await openTracer(config, log);
    if (tracer) closing.push(() => tracer.close());
    const redis = storage.redisUrl === undefined ? undefined : await connectRedis(storage.redisUrl, log);
    if (redis) closing.push(() => redis.close());
    const jobs = new PgBossJobs(database, (line) => log.warn({ component: 'jobs' }, line));
    const debugging = service.production ? {} : (await import('../debugging/open-debugging.js')).openDebugging(tracer);
    const services = createContainer({
      config,
      log,
      clock: new SystemClock(),
      database,
      jobs,
      keys,
      vault,
      redis,
      tracer,
      ...debugging,
      ...features,
    });
    closing.push(
      ...features.modules.map((module) => () => module.close(services)),
      () => services.get(HeavyWork).close(),
      () => services.get(Outbound).close(),
      () => services.get(Mailer).close(),
      () => services.get(Upstreams).close(),
    );
    await firstAnswer(database);
    for (const module of features.modules) await module.verify(services);
    // The application is created before background work starts, which would compete for the event loop.
    const app = service.roles.includes('api')
      ? createApp(
          services,
          await discoverControllers(service.production),
          storedDescription({ production: service.production, server: config.http.baseUrl }),
        )
      : createMonitoringApp(services, await discoverMonitorControllers());
    const notices: string[] = [];
    for (const module of features.modules) notices.push(...[(await module.start(services, print)) ?? []].flat());
    for (const type of await discoverJobs()) {
      const job = services.get(type);
      jobs.register(tracer === undefined ? job : tracedJob(job, tracer));
    }
    await jobs.start({ work: service.roles.includes('worker') }); // processes without workers still send jobs
    closing.push(() => jobs.stop(JOBS_FINISH_MS));
    await startEvents(services, config);
    closing.push(() => services.get(EventDispatcher).close());
    const runners = (await discoverRunners(services)).filter(({ roles }) =>
      roles.some((role) => service.roles.includes(role)),
    );
    await startRunners(runners, services, closing);
    const watch = services.get(EventLoopWatch);
    watch.start();
    closing.push(async () => watch.close());
    const collections = services.get(GarbageCollections);
    collections.start();
    closing.push(async () => collections.close());
    const files = new OpenFilesWatch(log);
    files.start();
    closing.push(async () => files.close());
    const [streams, streamWatch] = [services.get(StreamHub), services.get(StreamWatch)];
    streamWatch.start();
    closing.push(async () => streamWatch.close());
    door.open(app);
    const lifecycle = services.get(Lifecycle);
    const url = listener?.url;
    const stop = async () => {
      lifecycle.draining = true;
      // Streams come first: they would last as long as their clients, which can reconnect elsewhere while the rest
      // finishes.
      await streams.close();
      if (listener) {
        // Waits for load balancers to notice that the process is not ready.
        if (service.roles.includes('api')) await new Promise((resolve) => setTimeout(resolve, config.http.drainMs));
        await listener.close(FINISH_MS);
      }
      await closeAll();
    };
    return { url, services, notices, stop };
  } catch (error) {
    await closeAll().catch((failure: unknown) => log.error({ err: failure }, 'Shutdown failed.'));
    throw error;
  }
}

/**
 * Resolves when the database has answered this process once. It was reachable a moment ago, but loading the program
 * blocks the event loop, and the connection timeout can pass within a single turn.
 */
async function firstAnswer(database: Database): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await database.ping(FIRST_ANSWER_MS);
    } catch (error) {
      if (failures === MAX_FIRST_FAILURES || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

/** Starts the runners of every process and then, if this process leads, the runners of the leader. */
async function startRunners(
  runners: readonly Runner[],
  services: Services,
  closing: Array<() => Promise<void>>,
): Promise<void> {
  const ofLeader = runners.filter((runner) => runner instanceof LeaderRunner);
  for (const runner of runners) {
    if (runner instanceof LeaderRunner) continue;
    closing.push(() => runner.stop());
    await runner.start();
  }
  if (ofLeader.length === 0) return;
  const leadership = services.get(Leadership);
  closing.push(() => leadership.stop());
  await leadership.start(ofLeader);
}

/** Starts the event log: every process assigns positions to events; its roles determine the consumers it runs. */
async function startEvents(services: Services, { service }: Config): Promise<void> {
  const pump = services.get(EventDispatcher);
  for (const type of await discoverConsumers()) {
    const consumer = services.get(type);
    if (service.roles.includes(consumer.role)) pump.add(consumer);
  }
  pump.start();
}

/** Connects to Redis. The client is loaded only if it is used, because it is a tenth of the code that a start loads. */
async function connectRedis(url: string, log: Log): Promise<RedisConnection> {
  const { RedisConnection } = await import('../cache/redis-connection.js');
  const onChange = (state: 'up' | 'down', error?: unknown) =>
    state === 'up'
      ? log.info({ component: 'redis' }, 'Redis connected.')
      : log.error({ component: 'redis', err: error }, 'Redis does not respond.');
  return new RedisConnection({ url, keyPrefix: 'watchfloor:', onChange });
}

/** Creates the tracer. The SDK is loaded only if traces are sent. */
async function openTracer({ tracing }: Config, log: Log): Promise<Tracer | undefined> {
  if (tracing.endpoint === undefined) return undefined;
  const { OtlpTracer } = await import('../tracing/otlp-tracer.js');
  return new OtlpTracer(tracing, log);
}
