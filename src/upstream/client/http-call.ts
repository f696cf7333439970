import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { UpstreamAnswer } from '../upstreams.js';

/** Maximum number of bytes that are read of an error response. */
const REFUSAL_BYTES = 65_536;

const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The body of a POST. */
export interface CallBody {
  /** Media type of the text. */
  type: string;
  text: string;
}

export interface HttpCall {
  path: string;
  headers: Record<string, string>;
  maxBytes: number;
  /** True: the body is returned as bytes, not as text. */
  asBytes?: boolean;
  /** The body; the call is then a POST. */
  body?: CallBody;
  signal: AbortSignal;
}

/**
 * Sends one GET, or a body by POST. Redirects are not followed. The body is decompressed as a stream and cut at
 * `maxBytes`, so that neither a long nor a highly compressed body uses more memory.
 * @throws UpstreamError `unreachable`, `too_large`, `bad_answer`; the caller handles errors caused by `signal`
 */
export async function callOnce(
  dispatcher: Dispatcher,
  { path, headers, maxBytes, asBytes = false, body: sent, signal }: HttpCall,
): Promise<UpstreamAnswer> {
  try {
    const response = await dispatcher.request(
      sent === undefined
        ? { method: 'GET', path, headers, signal }
        : { method: 'POST', path, headers: { ...headers, 'content-type': sent.type }, body: sent.text, signal },
    );
    const { statusCode: status, body } = response;
    body.on('error', () => {}); // the read below reports errors, if it is still running
    const named = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
    const accepted = status >= 200 && status < 300;
    const read = readBody(body, named['content-encoding'], accepted ? maxBytes : REFUSAL_BYTES);
    if (accepted && asBytes) return { status, headers: named, text: '', bytes: await read };
    // The body of an error response is optional: the status is enough.
    const text = await (accepted ? read.then(textOf) : read.then(textOf).catch(() => ''));
    return { status, headers: named, text };
  } catch (error) {
    throw error instanceof UpstreamError
      ? error
      : new UpstreamError(codeOf(error as Error), undefined, { cause: nameOf(error as Error) });
  }
}

async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const name = (encoding ?? 'identity').trim().toLowerCase();
  const decode = decoders.get(name);
  if (decode === undefined && name !== 'identity' && name !== '') {
    body.destroy();
    throw new UpstreamError('bad_answer');
  }
  const source = decode === undefined ? body : pipeline(body, decode(), () => {});
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop destroys the source and with it the connection.
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      throw new UpstreamError('too_large');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UpstreamError('bad_answer');
  }
}

const codes: Record<string, UpstreamFailureCode> = {
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  UND_ERR_INVALID_ARG: 'bad_answer',
  UND_ERR_DESTROYED: 'stopped',
  UND_ERR_CLOSED: 'stopped',
};

/**
 * Returns the failure code of an error: undici's parser errors have a name but not always a code, and zlib errors share
 * a prefix. All other errors mean that the connection ended.
 */
function codeOf({ name, code }: Error & { code?: string }): UpstreamFailureCode {
  if (
    name === 'HTTPParserError' ||
    code?.startsWith('Z_') ||
    code?.startsWith('ERR_BROTLI') ||
    code?.startsWith('ERR__ERROR_')
  )
    return 'bad_answer';
  return codes[code ?? ''] ?? 'unreachable';
}

/**
 * Returns an error with only the code or name of another one, for the log: the message or the fields could contain the
 * URL, and with it the key.
 */
const nameOf = ({ name, code }: Error & { code?: string }): Error =>
  Object.assign(new Error(code ?? name), { stack: undefined });
