import { isUtf8 } from 'node:buffer';
import type { Context } from 'koa';
import { escapePointer, MAX_POINTER_LENGTH, Problem } from '../api/problem.js';
import { ownTurn } from '../async/event-loop-turns.js';
import { type JsonLimits, surveyJson } from './json-limits.js';
import { closeLingering } from './lingering-close.js';
import { FileBody, RawBody } from './raw-body.js';

export const MAX_BODY_BYTES = 1024 * 1024;
export const MAX_DEPTH = 32;
/**
 * Maximum number of values in a JSON body, nested ones included. The largest body that any operation accepts, a
 * geofence of 1,000 corners, has 4,000.
 */
export const MAX_VALUES = 20_000;

/**
 * Maximum number of distinct member names in a JSON body. No schema has more than a hundred, and the free parameters of
 * a tool have at most 1,000.
 */
export const MAX_NAMES = 2_000;

/**
 * Maximum number of values in a JSON body of a foreign format. Records of receivers are many and small: a busy
 * receiver's aircraft.json has one value per 12.6 bytes.
 */
export const MAX_RAW_VALUES = 130_000;
/**
 * Maximum number of distinct member names in a JSON body of a foreign format. Its records repeat the same names, which
 * are fewer than a hundred.
 */
const MAX_RAW_NAMES = 1_000;

const SHORT_BYTES = 65_536;
/** First byte of a byte order mark in UTF-8. TextDecoder removes the mark; Buffer keeps it. */
const FIRST_OF_BOM = 0xef;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** True when the request announces a body (RFC 9112 §6). */
export function hasBody(ctx: Context): boolean {
  const { headers } = ctx.req;
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}

/**
 * Reads a JSON body.
 * @returns the parsed value; `undefined` when there is no body
 * @throws Problem `unsupported_media_type`, `payload_too_large` or `malformed_body`
 */
export async function readJson(ctx: Context, mediaTypes: readonly string[]): Promise<unknown> {
  // The body stream can be read only once, and operations with an Idempotency-Key read the body twice.
  if (ctx.state.body !== undefined) return ctx.state.body.value;
  const value = hasBody(ctx) ? await parse(ctx, mediaTypes) : undefined;
  ctx.state.body = { value };
  return value;
}

/**
 * Reads a body in one of several formats. A body in JSON must be an object.
 * @throws Problem as `readJson`; also `invalid_request` without a body
 */
export async function readRaw(ctx: Context, mediaTypes: readonly string[]): Promise<RawBody> {
  const mediaType = hasBody(ctx) ? requireMediaType(ctx, mediaTypes) : '';
  const bytes = mediaType === '' ? Buffer.alloc(0) : await readBytes(ctx);
  if (bytes.length === 0)
    throw new Problem('invalid_request', { detail: 'Send a body.', errors: [{ pointer: '', detail: 'is required' }] });
  if (mediaType !== 'application/json') return new RawBody(mediaType, bytes, undefined);
  const value = await parsed(bytes, { depth: MAX_DEPTH, values: MAX_RAW_VALUES, names: MAX_RAW_NAMES });
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('invalid_request', {
      detail: 'Send a JSON object.',
      errors: [{ pointer: '', detail: 'must be an object' }],
    });
  return new RawBody(mediaType, bytes, value as Record<string, unknown>);
}

/**
 * Returns a file of at most `maxBytes`, in any charset, which its controller reads.
 * @throws Problem as `readRaw`
 */
export function fileBody(ctx: Context, mediaTypes: readonly string[], maxBytes = MAX_BODY_BYTES): FileBody {
  const { type, charset } = hasBody(ctx) ? mediaTypeOf(ctx) : { type: '', charset: undefined };
  if (type !== '' && (!mediaTypes.includes(type) || ctx.req.headers['content-encoding'] !== undefined))
    throw unsupported(mediaTypes, '');
  const missing = () =>
    new Problem('invalid_request', { detail: 'Send a file.', errors: [{ pointer: '', detail: 'is required' }] });
  if (type === '') throw missing();
  if (Number(ctx.req.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(ctx, maxBytes);
  return new FileBody(type, charset, async () => {
    const bytes = await readBytes(ctx, maxBytes);
    if (bytes.length === 0) throw missing();
    return bytes;
  });
}

async function parse(ctx: Context, mediaTypes: readonly string[]): Promise<unknown> {
  requireMediaType(ctx, mediaTypes);
  const bytes = await readBytes(ctx);
  return bytes.length === 0 ? undefined : parsed(bytes, { depth: MAX_DEPTH, values: MAX_VALUES, names: MAX_NAMES });
}

/**
 * Parses a long body in a turn of the event loop of its own; later steps, such as validation, run in another turn.
 * @throws as `parseJson`
 */
async function parsed(bytes: Buffer, limits: JsonLimits): Promise<unknown> {
  if (bytes.length < SHORT_BYTES) return parseJson(bytes, limits);
  await ownTurn();
  const value = parseJson(bytes, limits);
  await ownTurn();
  return value;
}

/** Parses a message of a WebSocket like a body. @throws Problem `malformed_body` */
export const parseMessage = (text: string): unknown =>
  parseJson(Buffer.from(text), { depth: MAX_DEPTH, values: MAX_VALUES, names: MAX_NAMES });

/**
 * Counts values before parsing: a megabyte of small values costs the parser and later steps many times as much as a
 * megabyte of text.
 * @throws Problem `malformed_body`
 */
function parseJson(bytes: Buffer, limits: JsonLimits): unknown {
  const { depth, values, names, hasUnholdableNumber } = surveyJson(bytes, limits);
  if (depth > limits.depth)
    throw malformed(`Nest at most ${limits.depth} levels.`, `must have at most ${limits.depth} levels`);
  if (values > limits.values)
    throw malformed(`Send at most ${limits.values} values in a body.`, `must have at most ${limits.values} values`);
  if (limits.names !== undefined && names > limits.names)
    throw malformed(
      `Use at most ${limits.names} different names in a body.`,
      `must have at most ${limits.names} different names`,
    );
  let text: string;
  let value: unknown;
  try {
    text = textOf(bytes);
    value = JSON.parse(text);
  } catch (error) {
    // The parser's message quotes the body, so it is not sent to the caller.
    throw malformed('The body must be JSON in UTF-8.', 'is not JSON in UTF-8', error);
  }
  if (hasUnholdableNumber)
    throw malformed(
      'A number is too large, or too close to 0, for a double (IEEE 754).',
      'has a number that is too large, or too close to 0, to be kept',
    );
  if (typeof value === 'object' && value !== null && mayHoldHostileName(text)) refuseHostileNames(value, []);
  return value;
}

/**
 * Decodes UTF-8. Buffer decodes short texts, because TextDecoder would cost as much as parsing them.
 * @throws TypeError for bytes that are not UTF-8
 */
function textOf(bytes: Buffer): string {
  return bytes.length < SHORT_BYTES && bytes[0] !== FIRST_OF_BOM && isUtf8(bytes)
    ? bytes.toString()
    : utf8.decode(bytes);
}

const malformed = (detail: string, wrong: string, cause?: unknown): Problem =>
  new Problem('malformed_body', { detail, errors: [{ pointer: '', detail: wrong }], cause });

/** Checks the media type of the body. @returns the media type of the request, one of `mediaTypes` */
function requireMediaType(ctx: Context, mediaTypes: readonly string[]): string {
  const header = ctx.req.headers['content-type'] ?? '';
  const encoded = ctx.req.headers['content-encoding'] !== undefined;
  if (mediaTypes.includes(header) && !encoded) return header; // nearly all clients send exactly one of these types
  const { type, charset } = mediaTypeOf(ctx);
  const known = mediaTypes.includes(type) && (charset === undefined || /^utf-?8$/.test(charset));
  if (!known || encoded) throw unsupported(mediaTypes, ' in UTF-8');
  return type;
}

function mediaTypeOf(ctx: Context): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (ctx.req.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';', 5)
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replace(/^"(.*)"$/, '$1') };
}

const unsupported = (mediaTypes: readonly string[], charset: string): Problem =>
  new Problem('unsupported_media_type', {
    detail: `Send ${mediaTypes.join(' or ')}${charset}, without Content-Encoding.`,
    headers: { Accept: mediaTypes.join(', ') },
  });

/** Reads a body. The parts of a long one are joined in a turn of the event loop of its own. */
async function readBytes(ctx: Context, maxBytes = MAX_BODY_BYTES): Promise<Buffer<ArrayBuffer>> {
  const [first = Buffer.alloc(0), ...others] = await chunksOf(ctx, maxBytes);
  if (others.length === 0) return first;
  await ownTurn();
  return Buffer.concat([first, ...others]);
}

function chunksOf(ctx: Context, maxBytes: number): Promise<Array<Buffer<ArrayBuffer>>> {
  if (Number(ctx.req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(ctx, maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Array<Buffer<ArrayBuffer>> = [];
    let length = 0;
    const endedEarly = (cause?: Error) =>
      reject(new Problem('malformed_body', { detail: 'The body ended early.', cause }));
    // Listeners are used, because the stream's async iterator would cost as much as the rest of reading a small body.
    const take = (chunk: Buffer<ArrayBuffer>) => {
      length += chunk.length;
      chunks.push(chunk);
      if (length <= maxBytes) {
        if (length > SHORT_BYTES) pauseForATurn(ctx);
        return;
      }
      // keep reading and discard: a client that is still sending must be able to read the response
      ctx.req.off('data', take).resume();
      reject(tooLarge(ctx, maxBytes));
    };
    ctx.req
      .on('data', take)
      .on('end', () => resolve(chunks))
      .on('error', endedEarly)
      .on('close', () => ctx.req.complete || endedEarly());
  });
}

/** Without pauses, one turn of the event loop would read all that has arrived on every connection: a megabyte each. */
function pauseForATurn({ req }: Context): void {
  req.pause();
  setImmediate(() => req.resume());
}

/** The rest of the body is discarded, so the connection cannot be used again. */
function tooLarge(ctx: Context, maxBytes: number): Problem {
  closeLingering(ctx.req.socket);
  return new Problem('payload_too_large', {
    detail: `Keep the body at or under ${maxBytes} bytes.`,
    headers: { Connection: 'close' },
  });
}

/**
 * A quick check: `__proto__` can be written literally or with an escape. Searching the text costs a fraction of
 * visiting every value.
 */
const mayHoldHostileName = (json: string): boolean => json.includes('__proto__') || json.includes('\\u');

/** Rejects names that could pollute prototypes when the value is merged. The depth of the value is already limited. */
function refuseHostileNames(value: object, trail: Array<string | number>): void {
  // Lists are visited by index: `Object.keys` would create a string for each item.
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) {
    if (key === '__proto__') throw hostileName([...trail, key]);
    const inner = (value as Record<string | number, unknown>)[key];
    if (typeof inner !== 'object' || inner === null) continue;
    trail.push(key);
    refuseHostileNames(inner, trail);
    trail.pop();
  }
}

function hostileName(trail: ReadonlyArray<string | number>): Problem {
  const pointer = trail
    .map((part) => `/${escapePointer(String(part))}`)
    .join('')
    .slice(0, MAX_POINTER_LENGTH);
  return new Problem('invalid_request', {
    detail: 'A field has a name that is not allowed.',
    errors: [{ pointer, detail: 'is not known here' }],
  });
}
