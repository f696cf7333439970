import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { Context, Middleware } from 'koa';

const codings = ['br', 'gzip'] as const;
type Coding = (typeof codings)[number];

/** A smaller response fits into one packet without compression. */
const MIN_BYTES = 1_024;
/**
 * Bodies of this size and more are compressed at the lowest levels: for ten thousand vessels (6.6 MB) brotli 1 takes 14
 * ms and brotli 4 takes 51 ms of CPU; both compress to 12 %.
 */
const LARGE_BYTES = 131_072;

const compressible =
  /^(?:application\/(?:[\w.-]+\+)?json|application\/x-ndjson|application\/vnd\.mapbox-vector-tile|image\/svg\+xml|text\/csv|application\/(?:[\w.-]+\+)?xml)$/;
const noTransform = /(?:^|,)\s*no-transform\s*(?:,|$)/;

const brotliBytes = promisify<Buffer, object, Buffer>(brotliCompress);
const gzipBytes = promisify<Buffer, object, Buffer>(gzip);

/**
 * Compresses responses with brotli or gzip, on the thread pool.
 * @param excluded path prefixes without compression: where a response contains secrets beside caller input, its
 * compressed length would reveal them (BREACH)
 */
export function compression(excluded: readonly string[]): Middleware {
  return async (ctx, next) => {
    const held = ctx.req.headers['if-none-match'];
    withoutCodings(ctx, 'if-none-match');
    withoutCodings(ctx, 'if-match');
    await next();
    const isHeld = ctx.res.statusCode === 304;
    if (!isHeld && !isWorthIt(ctx)) return;
    const { route } = ctx.state;
    if (route === undefined || excluded.some((prefix) => route === prefix || route.startsWith(`${prefix}/`))) return;
    if (isHeld) tagAsHeld(ctx, held);
    else await compress(ctx);
  };
}

/**
 * Removes the suffixes `-br` and `-gzip` from the tags of a condition. A strong tag identifies exact bytes (RFC 9110
 * §8.8.3), so each coding of a response has its own tag with such a suffix; conditions do not depend on the coding.
 */
function withoutCodings({ req }: Context, name: 'if-none-match' | 'if-match'): void {
  const tags = req.headers[name];
  if (tags !== undefined) req.headers[name] = tags.replace(/-(?:br|gzip)"/g, '"');
}

const codedTag = (tag: string, coding: Coding): string => `${tag.slice(0, -1)}-${coding}"`;

/** Gives a 304 the entity tag of the coding that the caller holds. */
function tagAsHeld(ctx: Context, held: string | undefined): void {
  const tag = String(ctx.res.getHeader('ETag'));
  const known = codings.map((coding) => codedTag(tag, coding)).find((coded) => held?.includes(coded));
  if (known !== undefined) ctx.set('ETag', known);
  ctx.vary('Accept-Encoding');
}

function isWorthIt(ctx: Context): boolean {
  const { response, res } = ctx;
  const { body } = response;
  // The length counts characters: a text in UTF-8 has up to three times as many bytes, so a few texts above the limit
  // are missed.
  const isLong =
    typeof body === 'string' || Buffer.isBuffer(body) ? body.length >= MIN_BYTES : body instanceof Readable;
  if (!isLong || !compressible.test(response.type) || ctx.status === 206 || res.headersSent) return false;
  return (
    !res.hasHeader('Content-Encoding') &&
    !res.hasHeader('Set-Cookie') &&
    !noTransform.test(String(res.getHeader('Cache-Control')))
  );
}

async function compress(ctx: Context): Promise<void> {
  ctx.vary('Accept-Encoding');
  const coding = codingOf(ctx.req.headers['accept-encoding']);
  if (coding === undefined) return;
  const { body } = ctx;
  ctx.body =
    body instanceof Readable ? coded(body, coding) : await shrink(Buffer.from(body as string | Buffer), coding);
  ctx.set('Content-Encoding', coding);
  const tag = ctx.res.getHeader('ETag');
  if (typeof tag === 'string') ctx.set('ETag', codedTag(tag, coding));
}

function shrink(bytes: Buffer, coding: Coding): Promise<Buffer> {
  const isLarge = bytes.length >= LARGE_BYTES;
  // Large responses use large chunks, because each chunk is one trip to the thread pool and back.
  const chunkSize = isLarge ? LARGE_BYTES : 16_384;
  if (coding === 'gzip') return gzipBytes(bytes, { chunkSize, level: isLarge ? 1 : 6 });
  return brotliBytes(bytes, {
    chunkSize,
    params: { [constants.BROTLI_PARAM_QUALITY]: isLarge ? 1 : 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** Returns a compressed stream that flushes after each chunk, so that readers do not wait for later chunks. */
function coded(body: Readable, coding: Coding): Transform {
  const stream =
    coding === 'gzip'
      ? createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
      : createBrotliCompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
        });
  // `pipeline` destroys both streams when either of them fails or is closed early.
  return pipeline(body, stream, () => undefined);
}

/**
 * Chooses brotli where its weight is at least the weight of gzip; undefined where neither is accepted, or where
 * `identity` has a greater weight.
 */
function codingOf(accept: string | undefined): Coding | undefined {
  if (accept === undefined) return undefined;
  const weights = new Map(accept.toLowerCase().split(',').map(weightOf));
  const weight = (coding: string) => weights.get(coding) ?? (coding === 'identity' ? 0 : (weights.get('*') ?? 0));
  const best = weight('br') >= weight('gzip') ? 'br' : 'gzip';
  return weight(best) > 0 && weight(best) >= weight('identity') ? best : undefined;
}

function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
}
