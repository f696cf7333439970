import 'reflect-metadata';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type App, createApp } from '../../src/app.js';
import { lazy } from '../../src/async/lazy.js';
import { existing } from '../../src/async/lazy-in-steps.js';
import { Config } from '../../src/config/config.js';
import { readConfig } from '../../src/config/read-config.js';
import { version } from '../../src/config/version.js';
import { EventCatalog } from '../../src/events/event-catalog.js';
import { EventDispatcher } from '../../src/events/event-dispatcher.js';
import { PasswordHasher } from '../../src/features/auth/passwords/password-hasher.js';
import { type MarketProvider, MarketProviders } from '../../src/features/markets/providers/market-provider.js';
import { createHttpServer } from '../../src/http/http-server.js';
import { KeyRing } from '../../src/http/key-ring.js';
import type { TaggedController } from '../../src/http/route/routes.js';
import { StreamHub } from '../../src/http/stream/stream-hub.js';
import { createLog } from '../../src/logging/log.js';
import { Mailer } from '../../src/mail/mailer.js';
import type { ContainerParts } from '../../src/modules/feature-module.js';
import { createContainer } from '../../src/process/container.js';
import { discoverConsumers, discoverControllers, discoverFeatures, discoverJobs } from '../../src/process/discover.js';
import { SecretVault } from '../../src/secrets/secret-vault.js';
import { HeavyWork } from '../../src/threads/heavy-work.js';
import { ThreadedWork } from '../../src/threads/threaded-work.js';
import { GuardedOutbound } from '../../src/upstream/outbound/guarded-outbound.js';
import { Outbound } from '../../src/upstream/outbound.js';
import { Upstreams } from '../../src/upstream/upstreams.js';
import type { Services } from '../../src/wiring/services.js';
import { keepDescription, knownDescription } from './descriptions.js';
import { ManualClock } from './manual-clock.js';
import { ManualJobs } from './manual-jobs.js';
import { MAIL_MS, OUTBOUND_TIMES, VENDOR_MS } from './peer-times.js';
import { QuickPasswords } from './quick-passwords.js';
import { TestClient } from './test-client.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** HTTP timeouts long enough that a busy machine reaches none of them. */
const patient = { headersTimeout: 600_000, requestTimeout: 600_000, connectionsCheckingInterval: 10_000 };

/**
 * Heavy work of all services of a process, because each of its threads loads a library and coastlines. The threads keep
 * no process alive.
 */
const heavyWork = lazy(() => {
  // A long queue, so that no work is rejected: the tests of a process draw concurrently.
  const { limits, http } = new Config({
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: SECRET,
    SVC_DEADLINE_SECONDS: '600',
    SVC_HEAVY_QUEUE: '1000',
  });
  return new ThreadedWork(limits, http);
});

export const PASSWORD = 'correct horse battery staple';
export const SECRET = 'a test secret of more than thirty-two bytes';

export interface TestServiceOptions {
  /** `SVC_*` variables that override the defaults of tests. */
  env?: Record<string, string>;
  /** Controllers that are served and described beside the controllers of the product. */
  controllers?: TaggedController[];
  parts?: Partial<ContainerParts>;
  /** Market providers in order of priority; undefined: the providers of the configuration. */
  marketProviders?: readonly MarketProvider[];
  /** True: passwords are hashed at the usual cost, a tenth of a second each, because the test is about that. */
  realPasswords?: boolean;
  /** Replaces services by stubs before others that depend on them are created. */
  replace?(services: Services): void;
}

/** The whole application with its own database on a free port, and a clock that only tests advance. */
export interface TestService {
  url: string;
  app: App;
  services: Services;
  clock: ManualClock;
  database: TestDatabase;
  /** Jobs, which run when the test says so. */
  jobs: ManualJobs;
  server: Server;
  /** Every log line written so far. */
  logged: string[];
  /** Returns a caller without credentials. */
  client(): TestClient;
  /** Returns a caller that is signed in to a new account. */
  signedIn(name?: string, role?: 'user' | 'operator'): Promise<TestClient & { accountId: string; email: string }>;
  /** Processes everything that was appended to the event log, which happens only when a test calls this. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Resolves names without a name server. */
const nameHere = async (name: string): Promise<string[]> => {
  if (name === 'localhost') return ['127.0.0.1'];
  throw new Error(`${name} is not known here.`);
};

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await createTestDatabase();
  const clock = new ManualClock(Date.now());
  const logged: string[] = [];
  const config = await readConfig({
    SVC_ENV: 'test',
    SVC_JWT_SECRET: SECRET,
    SVC_DATA_SECRET: SECRET,
    SVC_DRAIN_SECONDS: '0',
    SVC_CONCURRENCY: '100',
    SVC_DEADLINE_SECONDS: '600',
    // With these limits, a busy machine neither omits a source from a search nor counts as an overloaded service.
    SVC_SEARCH_TIMEOUT_MS: '30000',
    ...(options.env?.SVC_PROCESS_CONCURRENCY === undefined && { SVC_MIN_PROCESS_CONCURRENCY: '1000' }),
    ...options.env,
  });
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
  const keys = new KeyRing(config.auth.jwtSecret as string, config.auth.previousSecrets);
  const vault = new SecretVault(config.dataSecret.secret as string, config.dataSecret.previousSecrets);
  const { marketProviders } = options;
  const bindFirst = (services: Services) => {
    if (marketProviders !== undefined) services.set(MarketProviders, new MarketProviders(marketProviders));
  };
  const outbound = new GuardedOutbound({
    ...config.outbound,
    userAgent: `Watchfloor/${version}`,
    resolve: nameHere,
    ...OUTBOUND_TIMES,
  });
  const jobs = new ManualJobs(clock, database.database);
  const features = await discoverFeatures();
  const peerTimes = { vendorMs: VENDOR_MS, mailMs: MAIL_MS };
  const parts = { config, peerTimes, log, clock, database: database.database, jobs, keys, vault, outbound, bindFirst };
  const services = createContainer({ ...parts, ...features, ...options.parts });
  if (options.env?.SVC_HEAVY_QUEUE === undefined) services.set(HeavyWork, heavyWork());
  if (!options.realPasswords) services.set(PasswordHasher, new QuickPasswords());
  options.replace?.(services);
  for (const type of await discoverJobs()) jobs.register(services.get(type));
  const pump = services.get(EventDispatcher);
  for (const type of await discoverConsumers()) pump.add(services.get(type));
  const { production } = config.service;
  const controllers = [...(await discoverControllers(production)), ...(options.controllers ?? [])];
  const events = services.get(EventCatalog).visible();
  const described = [
    production,
    config.http.baseUrl,
    ...controllers.flatMap(({ controller, tag }) => [controller, tag]),
    ...events,
  ];
  const isProduct =
    !options.controllers &&
    !options.env?.SVC_ENV &&
    !options.env?.SVC_BASE_URL &&
    services.get(EventCatalog) === features.catalogue;
  const known = knownDescription(described, isProduct);
  const app = createApp(services, controllers, known && existing(known.document));
  const { checker } = known ?? keepDescription(described, isProduct, app.document);
  const server = createHttpServer(app, patient).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = () => new TestClient(url, checker);

  const signedIn = async (
    name = `user${Math.random().toString(36).slice(2, 10)}`,
    role: 'user' | 'operator' = 'user',
  ) => {
    const email = `${name}@watchfloor.test`;
    const caller = client();
    const { status, json, text } = await caller.post('/auth/register', {
      email,
      password: PASSWORD,
      displayName: name,
    });
    if (status !== 201) throw new Error(`The registration of a test failed: ${text}`);
    if (role === 'operator')
      await database.database.query('update accounts set role = $1 where id = $2', [role, json.id]);
    const signedIn = await caller.signIn(email, PASSWORD);
    if (signedIn.status !== 200) throw new Error(`The sign-in of a test failed: ${signedIn.text}`);
    return Object.assign(caller, { accountId: json.id as string, email });
  };
  const close = async () => {
    await services.get(StreamHub).close();
    server.closeAllConnections();
    server.close();
    await services.get(PasswordHasher).close();
    await services.get(Outbound).close();
    await services.get(Mailer).close();
    await services.get(Upstreams).close();
    await database.drop();
  };
  return {
    url,
    app,
    services,
    clock,
    database,
    jobs,
    server,
    logged,
    client,
    signedIn,
    settle: () => pump.settle(),
    close,
  };
}
