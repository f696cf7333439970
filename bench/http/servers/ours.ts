// Our server: its application with a database and its own log. Routes are added until there are a hundred.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Authorized, Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { text } from '../../../src/api/rules.js';
import { createApp } from '../../../src/app.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { EventCatalog } from '../../../src/events/event-catalog.js';
import { createHttpServer } from '../../../src/http/http-server.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import type { TaggedController } from '../../../src/http/route/routes.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { MetricSources, Metrics } from '../../../src/metrics/metrics.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { OtlpTracer } from '../../../src/tracing/otlp-tracer.js';
import { announce } from '../../support/server-process.js';
import { OrderDto, PlaceOrder, PriceDto } from './orders.dto.js';
import { ACCOUNTS, priceOf, ROUTES, receiptOf } from './work.js';

const symbol = { description: 'What is traded.', rule: text(1, 20, /^[A-Z0-9.-]{1,20}$/), example: 'AAPL.US' };

@Service()
@Authorized()
@JsonController('/bench')
class BenchController {
  @Get('/prices/:symbol')
  @Endpoint({ summary: 'Read a price', description: 'The same price always.', returns: PriceDto, params: { symbol } })
  readPrice(@Param('symbol') wanted: string): PriceDto {
    return Object.assign(new PriceDto(), priceOf(wanted));
  }

  @Post('/orders')
  @Endpoint({ summary: 'Place an order', description: 'Validates the order and stores nothing.', returns: OrderDto })
  placeOrder(@Body() placed: PlaceOrder): OrderDto {
    return Object.assign(new OrderDto(), receiptOf(placed));
  }
}

/**
 * Returns a controller with one route. The decorators are called as functions because the number of controllers varies.
 */
function extraController(index: number): TaggedController {
  const method = `readExtra${index}`;
  const controller = { [`Extra${index}`]: class {} }[`Extra${index}`]!;
  Object.defineProperty(controller.prototype, method, { value: () => priceOf('AAPL.US') });
  Endpoint({ summary: `Read extra ${index}`, description: 'Fills the routing tree.', returns: PriceDto })(
    controller.prototype,
    method,
    {},
  );
  Get('/items')(controller.prototype, method);
  Authorized()(controller);
  JsonController(`/bench/extra-${index}`)(controller);
  Service()(controller);
  return { controller, tag: 'debug' };
}

const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: 'a secret of the benchmark, more than thirty-two bytes',
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '100',
  SVC_SIGN_IN_LIMIT: '100000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
  ...(process.env.BENCH_TRACES_URL && {
    OTEL_EXPORTER_OTLP_ENDPOINT: process.env.BENCH_TRACES_URL,
    OTEL_TRACES_SAMPLER_ARG: '0.1',
  }),
});
const log = createLog(config.service);
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const database = await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined);
const keys = new KeyRing(config.auth.jwtSecret!);
const services = createContainer({
  config,
  log,
  clock: new SystemClock(),
  database,
  jobs: new StubJobs(),
  keys,
  vault: new SecretVault(config.auth.jwtSecret!),
  tracer: config.tracing.endpoint === undefined ? undefined : new OtlpTracer(config.tracing, log),
  ...(await discoverFeatures()),
  catalogue: new EventCatalog([]),
});
const own = await discoverControllers(false);
const { driver: alone } = createApp(services, own);
const extras = Array.from({ length: Math.max(0, ROUTES - alone.routes.length - 2) }, (_, index) =>
  extraController(index),
);
// The first application has registered its metrics in the shared registry, so the second one gets its own.
const metrics = new Metrics(services.get(MetricSources), log);
services.set(Metrics, metrics);
const app = createApp(services, [...own, { controller: BenchController, tag: 'debug' }, ...extras]);
const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const password = 'correct horse battery staple';
const post = async (path: string, body: object) =>
  (
    await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();
const tokens: string[] = [];
for (let index = 0; index < ACCOUNTS; index += 1) {
  const email = `bench${index}@watchfloor.test`;
  await post('/auth/register', { email, password, displayName: `Bench ${index}` });
  tokens.push(((await post('/auth/login', { email, password })) as { accessToken: string }).accessToken);
}
announce({ port, tokens });
