// Fastify 5 with the same duties per request (verified token, limit of the account, request id, log line) and quotes
// from a Map that never changes. BENCH_TOKEN_CACHE=on lets @fastify/jwt cache verified tokens, as our server does.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastifyJwt from '@fastify/jwt';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { destination, stdTimeFunctions } from 'pino';
import { announce } from '../../../support/server-process.js';
import { ACCOUNTS, quoteOf, secret, symbols } from './quote-work.js';

const now = new Date();
const quotes = new Map(
  symbols.map((symbol, index) => {
    const said = quoteOf(symbol, index, now);
    const { price, previousClose, currency, open, high, low, volume, bid, ask } = said;
    const change = Number((price - (previousClose as number)).toPrecision(10));
    const provenance = { provider: 'eodhd', asOf: now, fetchedAt: now, delaySeconds: 0, stale: false, warnings: [] };
    const assetClass = symbol.endsWith('.CC') ? 'crypto' : symbol.endsWith('.FOREX') ? 'fx' : 'equity';
    const changePercent = Number(((change / (previousClose as number)) * 100).toPrecision(10));
    const body = {
      symbol,
      assetClass,
      currency,
      price,
      previousClose,
      change,
      changePercent,
      open,
      high,
      low,
      volume,
      bid,
      ask,
    };
    // Times are stored as text: formatting them for each response would be a cost that our server does not have.
    return [
      symbol,
      JSON.parse(JSON.stringify({ ...body, tradedAt: now, marketState: 'closed', provenance })) as object,
    ];
  }),
);

const app = Fastify({
  logger: {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    stream: destination({ dest: 1, sync: false, minLength: 16000, periodicFlush: 200 }),
  },
  disableRequestLogging: true,
  genReqId: () => randomUUID(),
});
await app.register(fastifyJwt, {
  secret,
  sign: { algorithm: 'HS256', iss: 'watchfloor', aud: 'watchfloor-api', expiresIn: 900 },
  verify: {
    algorithms: ['HS256'],
    allowedIss: 'watchfloor',
    allowedAud: 'watchfloor-api',
    cache: process.env.BENCH_TOKEN_CACHE === 'on',
  },
});
app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id);
  await request.jwtVerify();
});
const subject = (request: FastifyRequest) => (request.user as { sub: string }).sub;
await app.register(fastifyRateLimit, { hook: 'preParsing', max: 1_000_000, timeWindow: 60_000, keyGenerator: subject });
app.addHook('onResponse', async (request, reply) => {
  const { id, method, url, routeOptions, ip } = request;
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  app.log.info(
    {
      requestId: id,
      method,
      path: url,
      route: routeOptions.url,
      status: reply.statusCode,
      ms,
      accountId: subject(request),
      address: ip,
    },
    'request',
  );
});

app.get('/api/v1/markets/quotes', async (request, reply) => {
  const wanted = (request.query as { symbol: string }).symbol.split(',');
  reply.type('application/json; charset=utf-8');
  return JSON.stringify({ items: wanted.flatMap((symbol) => quotes.get(symbol) ?? []), errors: [] });
});
await app.listen({ host: '127.0.0.1', port: 0 });
const sign = () => app.jwt.sign({ sub: randomUUID(), sid: randomUUID(), jti: randomUUID() });
announce({ port: (app.server.address() as AddressInfo).port, tokens: Array.from({ length: ACCOUNTS }, sign) });
