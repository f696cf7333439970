// Our server with one more operation, whose streams all send the same items. The stream watch runs and sends
// heartbeats, as in the service.
import 'reflect-metadata';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { ProblemDto } from '../../../src/api/problem.dto.js';
import { createApp } from '../../../src/app.js';
import { readConfig } from '../../../src/config/read-config.js';
import { openDatabase } from '../../../src/database/open-database.js';
import { createHttpServer } from '../../../src/http/http-server.js';
import { KeyRing } from '../../../src/http/key-ring.js';
import type { EventStream } from '../../../src/http/stream/event-stream.js';
import { framedOnce } from '../../../src/http/stream/frame.js';
import { socketOpener } from '../../../src/http/stream/socket-target.js';
import { StreamHub } from '../../../src/http/stream/stream-hub.js';
import type { StreamReply } from '../../../src/http/stream/stream-reply.js';
import { StreamWatch } from '../../../src/http/stream/stream-watch.js';
import { SocketUpgrade, Upgrade } from '../../../src/http/upgrade.js';
import { StubJobs } from '../../../src/jobs/stub-jobs.js';
import { createLog } from '../../../src/logging/log.js';
import { createContainer } from '../../../src/process/container.js';
import { discoverControllers, discoverFeatures } from '../../../src/process/discover.js';
import { SecretVault } from '../../../src/secrets/secret-vault.js';
import { SystemClock } from '../../../src/time/clock.js';
import { obeyFanOut } from '../../support/fan-out.js';

const followers = new Set<EventStream<object>>();
let id = 0;
const toFrame = framedOnce((quote: object) => {
  id += 1;
  return { id: String(id), event: 'quote', data: quote };
});

@Service()
@Authorized()
@JsonController('/bench')
class StreamController {
  constructor(private readonly streams: StreamHub) {}

  @Get('/stream')
  @Endpoint({
    summary: 'Follow',
    description: 'Streams the events that the bench publishes.',
    alternatives: { 'text/event-stream': 'One event a quote.' },
  })
  followBench(): StreamReply<object> {
    const reply = this.streams.open<object>(this.follow);
    return reply.as(toFrame);
  }

  @Get('/socket')
  @Endpoint({
    summary: 'Follow by WebSocket',
    description: 'Opens a WebSocket with the events that the bench publishes.',
    opensSocket: { description: 'One message a quote.', sends: {}, receives: ProblemDto },
  })
  followBenchSocket(@SocketUpgrade() upgrade: Upgrade): StreamReply<object> {
    const reply = this.streams.openOn<object>((ctx) => socketOpener(ctx, upgrade), this.follow);
    return reply.as(toFrame);
  }

  private readonly follow = async (stream: EventStream<object>): Promise<void> => {
    followers.add(stream);
    await stream.closed;
    followers.delete(stream);
  };
}

const config = await readConfig({
  SVC_ENV: 'test',
  SVC_JWT_SECRET: 'a secret of the benchmark, more than thirty-two bytes',
  SVC_RATE_LIMIT: '1000000',
  SVC_CONCURRENCY: '10000',
  SVC_STREAMS_PER_ACCOUNT: '10000',
  SVC_DATABASE_URL: process.env.BENCH_DATABASE_URL,
});
const log = createLog(config.service);
const { databaseUrl: url, databasePoolSize: poolSize } = config.storage;
const database = await openDatabase({ url, dataDir: config.service.dataDir, poolSize }, () => undefined);
const keys = new KeyRing(config.auth.jwtSecret!);
const vault = new SecretVault(config.auth.jwtSecret!);
const parts = {
  config,
  log,
  clock: new SystemClock(),
  database,
  jobs: new StubJobs(),
  keys,
  vault,
  ...(await discoverFeatures()),
};
const services = createContainer(parts);
const app = createApp(services, [
  ...(await discoverControllers(false)),
  { controller: StreamController, tag: 'debug' },
]);
services.get(StreamWatch).start();
const server = createHttpServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;

const credentials = { email: `bench${process.pid}@watchfloor.test`, password: 'correct horse battery staple' };
const post = async (path: string, body: object) =>
  (
    await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json();
await post('/auth/register', { ...credentials, displayName: 'Bench' });
const { accessToken } = (await post('/auth/login', credentials)) as { accessToken: string };
obeyFanOut(port, accessToken, (quote) => {
  for (const stream of followers) stream.send(quote);
});
