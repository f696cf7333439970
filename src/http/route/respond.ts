import type { Context } from 'koa';
import { partialJsonType } from '../../api/list-items.js';
import { Problem } from '../../api/problem.js';
import { runAsShared } from '../../async/account-context.js';
import { hasLongList, writeInChunks } from '../chunked-json.js';
import { acceptWithoutBom } from '../csv/byte-order-mark.js';
import { contentTag, isVersioned, matchesNone, versionTag } from '../entity-tag.js';
import { withChosenFields } from '../field-selection.js';
import { RawJson } from '../raw-json.js';
import { Reply } from '../reply.js';
import { StreamReply } from '../stream/stream-reply.js';
import type { Route } from './route.js';

/**
 * Writes the result of a controller: a DTO as JSON, nothing as 204, a `Reply` with its own type and headers, and a
 * stream.
 */
export function respond(ctx: Context, result: unknown, status: number): void | Promise<void> {
  if (result instanceof StreamReply) return runAsShared(() => result.start(ctx));
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
  if (
    isWhole &&
    isReading(ctx) &&
    (reply.options.status ?? status) === 200 &&
    isHeld(ctx, contentTag(reply.body as string | Buffer))
  )
    return;
  // The body is set before the status: Koa changes the status to 204 for an empty body.
  if (reply.body === null) ctx.body = null;
  ctx.status = reply.options.status ?? status;
  if (reply.body !== null) ctx.body = reply.body;
  if (type !== undefined) ctx.type = type;
}

function respondJson(ctx: Context, whole: object, status: number): void | Promise<void> {
  const body = withChosenFields(whole, ctx.state.fields);
  if (body instanceof RawJson) return sendJson(ctx, body, body.text, status);
  if (hasLongList(body)) return writeInChunks(body).then((written) => sendJson(ctx, body, written, status));
  sendJson(ctx, body, JSON.stringify(body), status);
}

function sendJson(ctx: Context, body: object, serialized: string | Buffer, status: number): void {
  if ((isReading(ctx) && status === 200) || isVersioned(body)) {
    const tag = isVersioned(body) ? versionTag(body) : contentTag(serialized);
    if (isHeld(ctx, tag, status)) return;
  }
  const { response } = ctx;
  response.status = status;
  // The type is set before the body: Koa guesses the type of a body without one.
  const type = ctx.state.fields === undefined ? 'application/json' : partialJsonType;
  ctx.res.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.body = serialized;
}

const isReading = ({ req }: Context): boolean => req.method === 'GET' || req.method === 'HEAD';

/** Sets the entity tag. Returns true, with status 304, if the caller has the current version. */
function isHeld(ctx: Context, tag: string, status = 200): boolean {
  ctx.res.setHeader('ETag', tag);
  const known = ctx.req.headers['if-none-match'];
  if (!isReading(ctx) || status !== 200 || known === undefined || !matchesNone(known, tag)) return false;
  ctx.status = 304;
  // These headers describe the body, which is not sent.
  for (const name of ['Content-Disposition', 'Link']) ctx.remove(name);
  return true;
}

/**
 * Returns the media type of the response: by the parameter `format`, else by `Accept`; of equally preferred types, the
 * first one of `produces`.
 * @throws Problem `not_acceptable` when the caller accepts no type that the operation produces
 */
export function negotiate(ctx: Context, { produces, formats }: Pick<Route, 'produces' | 'formats'>): void {
  if (produces.length > 1) ctx.vary('Accept');
  ctx.state.mediaType = produces[0];
  const accept = acceptWithoutBom(ctx);
  const named =
    formats.size > 0 && ctx.request.querystring.includes('format=') ? formats.get(String(ctx.query.format)) : undefined;
  if (named !== undefined) {
    ctx.state.mediaType = named;
    return;
  }
  if (accept === undefined || accept === '*/*' || accept === produces[0] || produces.length === 0) return;
  // A type in `Accept` with parameters, such as a charset, also matches the plain type.
  const accepted =
    ctx.accepts([...produces]) || (!accept.includes('q=0') && produces.find((type) => accept.includes(type)));
  if (accepted === false || accepted === undefined)
    throw new Problem('not_acceptable', { detail: `This operation produces ${produces.join(', ')}.` });
  ctx.state.mediaType = accepted as string;
}

declare module 'koa' {
  interface DefaultState {
    /** Media type of a successful response; undefined for operations without a body. */
    mediaType?: string;
  }
}
