import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { readJson } from '../body.js';
import type { RouteStep } from '../route/radix-driver.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { IdempotencyStore, type StoredAnswer } from './idempotency-store.js';

const keptHeaders = ['Location', 'ETag', 'Content-Type'];

/**
 * Implements `Idempotency-Key` for operations that create. The changes and the response are written in one transaction,
 * so a repeated request finds either both or nothing. Only successful responses are stored; a failed request may be
 * sent again.
 */
@Service()
export class Idempotency {
  constructor(private readonly store: IdempotencyStore) {}

  readonly step: RouteStep = async (ctx, next) => {
    const key = idempotencyKeyOf(ctx);
    if (key === undefined) return next();
    const accountId = ctx.state.caller?.accountId as string;
    const request = { accountId, key, operation: `${ctx.method} ${ctx.path}`, fingerprint: await fingerprint(ctx) };
    const outcome = await this.store.once(request, async () => {
      await next();
      return answerOf(ctx);
    });
    if (outcome.kind === 'running')
      throw new Problem('request_in_progress', {
        detail: 'Wait for its answer, then repeat.',
        headers: { 'Retry-After': '1' },
      });
    if (outcome.kind === 'different')
      throw new Problem('idempotency_key_reused', { detail: 'Use a new key for a new request.' });
    if (outcome.kind === 'replayed') replay(ctx, outcome.answer);
  };
}

/**
 * Returns a digest of method, URL, body and grant, which is equal for equal requests. It contains the grant, so that a
 * response under a grant is not repeated when the grant has ended.
 */
async function fingerprint(ctx: Context): Promise<string> {
  const body = await readJson(ctx, ['application/json']);
  return createHash('sha256')
    .update(`${ctx.method} ${ctx.url}\n${JSON.stringify(body) ?? ''}`)
    .update(ctx.state.owner?.grant?.id ?? '')
    .digest('hex');
}

/**
 * Returns the response to store; undefined for a failure.
 * @throws Error for a successful response that cannot be stored, so that its changes are not silently discarded
 */
function answerOf(ctx: Context): StoredAnswer | undefined {
  if (ctx.status >= 300) return undefined;
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (ctx.response.get(name) ? [[name, ctx.response.get(name)]] : [])),
  );
  return { status: ctx.status, headers, body: textOf(ctx.body) };
}

/** Returns a JSON body, which is bytes for a long list, as text. */
function textOf(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  if (Buffer.isBuffer(body)) return body.toString('utf8');
  if (typeof body === 'string') return body;
  throw new Error('An operation with an Idempotency-Key must answer with JSON.');
}

function replay(ctx: Context, answer: StoredAnswer): void {
  ctx.status = answer.status;
  ctx.body = answer.body;
  ctx.set({ ...answer.headers, 'Idempotency-Replayed': 'true', 'Cache-Control': 'no-store' });
}
