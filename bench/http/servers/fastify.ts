// Fastify 5 with the same duties: verified token, per-account limit with headers, request id, validated body, one log
// line, JSON by schema. BENCH_TOKEN_CACHE=on lets @fastify/jwt cache verified tokens, as our server does.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import fastifyJwt from '@fastify/jwt';
import fastifyRateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyRequest } from 'fastify';
import { destination, stdTimeFunctions } from 'pino';
import { announce } from '../../support/server-process.js';
import { ACCOUNTS, type Order, priceOf, ROUTES, receiptOf } from './work.js';

const app = Fastify({
  logger: {
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    stream: destination({ dest: 1, sync: false, minLength: 16000, periodicFlush: 200 }),
  },
  // The hook below writes the log line, in the format of our server.
  disableRequestLogging: true,
  genReqId: () => randomUUID(),
  // Validation is as strict as in our server: values are not coerced and unknown fields are rejected.
  ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
});
await app.register(fastifyJwt, {
  secret: 'a secret of the benchmark, more than thirty-two bytes',
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

const string = { type: 'string' } as const;
const number = { type: 'number' } as const;
const price = {
  type: 'object',
  properties: { symbol: string, price: number, currency: string, changePercent: number, source: string },
} as const;
const receipt = {
  type: 'object',
  properties: { name: string, legCount: { type: 'integer' }, volume: number },
} as const;
const leg = {
  type: 'object',
  additionalProperties: false,
  required: ['symbol', 'quantity'],
  properties: {
    symbol: { type: 'string', minLength: 1, maxLength: 20, pattern: '^[A-Z0-9.-]{1,20}$' },
    quantity: { type: 'number', minimum: -1e9, maximum: 1e9 },
  },
} as const;
const body = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'legs'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[^\\u0000]*$' },
    legs: { type: 'array', minItems: 1, maxItems: 20, items: leg },
    limit: { type: 'integer', minimum: 0, maximum: 100 },
  },
} as const;
const params = { type: 'object', properties: { symbol: leg.properties.symbol } } as const;

app.get('/api/v1/bench/prices/:symbol', { schema: { params, response: { 200: price } } }, async (request) =>
  priceOf((request.params as { symbol: string }).symbol),
);
app.post('/api/v1/bench/orders', { schema: { body, response: { 200: receipt } } }, async (request) =>
  receiptOf(request.body as Order),
);
for (let index = 2; index < ROUTES; index += 1) {
  app.get(`/api/v1/bench/extra-${index}/items`, { schema: { response: { 200: price } } }, async () =>
    priceOf('AAPL.US'),
  );
}
await app.listen({ host: '127.0.0.1', port: 0 });
const sign = () => app.jwt.sign({ sub: randomUUID(), sid: randomUUID(), jti: randomUUID() });
announce({ port: (app.server.address() as AddressInfo).port, tokens: Array.from({ length: ACCOUNTS }, sign) });
