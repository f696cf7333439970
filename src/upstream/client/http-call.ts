import { pipeline, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { UpstreamAnswer } from '../upstreams.js';

/** What is read of an answer that says no. */
const REFUSAL_BYTES = 65_536;

const decoders: ReadonlyMap<string, () => NodeJS.ReadWriteStream & Readable> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

export interface HttpCall {
  path: string;
  headers: Record<string, string>;
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * One GET. Redirects are answers like any other. A body is decompressed while it comes and cut when it is too long, so that neither a
 * long one nor one that grows when unpacked costs more than `maxBytes` of memory.
 * @throws UpstreamError `unreachable`, `too_large`, `bad_answer`; whatever `signal` brought about is for the caller to tell
 */
export async function callOnce(dispatcher: Dispatcher, { path, headers, maxBytes, signal }: HttpCall): Promise<UpstreamAnswer> {
  try {
    const response = await dispatcher.request({ method: 'GET', path, headers, signal });
    const { statusCode: status, body } = response;
    body.on('error', () => {}); // it is told by the reading below, unless nobody reads any more
    const named = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]));
    const accepted = status >= 200 && status < 300;
    const read = readText(body, named['content-encoding'], accepted ? maxBytes : REFUSAL_BYTES);
    // The status says enough when its body cannot be read.
    const text = await (accepted ? read : read.catch(() => ''));
    return { status, headers: named, text };
  } catch (error) {
    throw error instanceof UpstreamError ? error : new UpstreamError(codeOf(error as Error), undefined, { cause: nameOf(error as Error) });
  }
}

async function readText(body: Readable, encoding: string | undefined, maxBytes: number): Promise<string> {
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
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks, size));
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

/** Errors of undici's parser have a name and not always a code; those of zlib begin alike. What remains ended the connection. */
function codeOf({ name, code }: Error & { code?: string }): UpstreamFailureCode {
  if (name === 'HTTPParserError' || code?.startsWith('Z_') || code?.startsWith('ERR_BROTLI') || code?.startsWith('ERR__ERROR_')) return 'bad_answer';
  return codes[code ?? ''] ?? 'unreachable';
}

/** As much of an error as may be logged: its message or its fields could hold the address, and with it the key. */
const nameOf = ({ name, code }: Error & { code?: string }): Error => Object.assign(new Error(code ?? name), { stack: undefined });
