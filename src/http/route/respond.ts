import type { Context } from 'koa';
import { actingForAll } from '../../acting-account.js';
import { contentTag, isVersioned, matchesNone, versionTag } from '../entity-tag.js';
import { Problem } from '../problem.js';
import { Reply } from '../reply.js';
import { StreamReply } from '../stream/stream-reply.js';
import { hasLongList, writtenInPieces } from '../written-in-pieces.js';
import { WrittenJson } from '../written-json.js';

/** Writes what a controller returned: a DTO as JSON, nothing as 204, a `Reply` as it says, and begins a stream. */
export function respond(ctx: Context, result: unknown, status: number): void | Promise<void> {
  if (result instanceof StreamReply) return actingForAll(() => result.start(ctx));
  if (!isReading(ctx)) ctx.res.setHeader('Cache-Control', 'no-store');
  else if (ctx.state.caller !== undefined) ctx.res.setHeader('Cache-Control', 'private, no-cache');
  if (result instanceof Reply) return respondWith(ctx, result, status);
  if (result !== undefined && result !== null) return respondJson(ctx, result as object, status);
  ctx.status = 204;
}

function respondWith(ctx: Context, reply: Reply, status: number): void | Promise<void> {
  for (const [name, value] of Object.entries(reply.options.headers ?? {})) ctx.set(name, value);
  const { type } = reply.options;
  if (type === undefined && reply.body !== null && typeof reply.body === 'object') {
    return respondJson(ctx, reply.body, reply.options.status ?? status);
  }
  const isWhole = typeof reply.body === 'string' || Buffer.isBuffer(reply.body);
  if (isWhole && isReading(ctx) && (reply.options.status ?? status) === 200 && isHeld(ctx, contentTag(reply.body as string | Buffer))) return;
  ctx.status = reply.options.status ?? status;
  ctx.body = reply.body;
  if (type !== undefined) ctx.type = type;
}

function respondJson(ctx: Context, body: object, status: number): void | Promise<void> {
  if (body instanceof WrittenJson) return sendJson(ctx, body, body.text, status);
  if (hasLongList(body)) return writtenInPieces(body).then((written) => sendJson(ctx, body, written, status));
  sendJson(ctx, body, JSON.stringify(body), status);
}

function sendJson(ctx: Context, body: object, serialized: string | Buffer, status: number): void {
  if ((isReading(ctx) && status === 200) || isVersioned(body)) {
    const tag = isVersioned(body) ? versionTag(body) : contentTag(serialized);
    if (isHeld(ctx, tag, status)) return;
  }
  const { response } = ctx;
  response.status = status;
  // Before the body: Koa guesses the type of a body that has none.
  ctx.res.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.body = serialized;
}

const isReading = ({ req }: Context): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Tags the answer. True, with the answer made a 304, when the caller has it already. */
function isHeld(ctx: Context, tag: string, status = 200): boolean {
  ctx.res.setHeader('ETag', tag);
  const known = ctx.req.headers['if-none-match'];
  if (!isReading(ctx) || status !== 200 || known === undefined || !matchesNone(known, tag)) return false;
  ctx.status = 304;
  return true;
}

/**
 * Says that the answer depends on `Accept` where it does.
 * @throws Problem `not_acceptable` when nothing this operation produces is accepted.
 */
export function negotiate(ctx: Context, produces: readonly string[]): void {
  if (produces.length > 1) ctx.vary('Accept');
  const accept = ctx.req.headers.accept;
  if (accept === undefined || produces.length === 0) return;
  if (!accept.includes('q=0') && (accept.includes('*/*') || produces.some((type) => accept.includes(type)))) return;
  if (!ctx.accepts([...produces])) throw new Problem('not_acceptable', { detail: `This operation produces ${produces.join(', ')}.` });
}
