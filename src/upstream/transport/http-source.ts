import type { Agent } from 'undici';
import type { Clock } from '../../time/clock.js';
import type { Timers } from '../../time/timers.js';
import { retryAfterMs } from '../client/retry-after.js';
import { refusalOf } from '../client/status-to-failure.js';
import { pause } from '../supervisor/abortable-delay.js';
import { UpstreamError } from '../upstream-error.js';
import type { ByteSink, ByteSource } from './byte-source.js';
import { readStream } from './read-stream.js';

const ANSWER_MS = 15_000;
/** A response that has ended is requested again after this time (ms). */
const AGAIN_MS = 10_000;
const STALL_MS = 120_000;

export interface HttpParts {
  clock: Clock;
  timers: Timers;
  userAgent: string;
  againMs?: number;
  stallMs?: number;
}

/**
 * Reads the body of a GET as it arrives, for as long as the server sends, and requests it again after its end.
 * Redirects are not followed. The operator has set the URL, so private addresses are allowed.
 */
export function httpSource(url: string, parts: HttpParts): ByteSource {
  const { clock, timers, againMs = AGAIN_MS } = parts;
  return {
    endsForGood: false,
    stallMs: parts.stallMs ?? STALL_MS,
    async read(signal, open) {
      // The HTTP library is loaded only when a source uses it.
      const { Agent } = await import('undici');
      const agent = new Agent({
        connectTimeout: ANSWER_MS,
        headersTimeout: ANSWER_MS,
        bodyTimeout: 0,
        maxHeaderSize: 16_384,
      });
      try {
        while (!signal.aborted) {
          const askedAt = clock.now();
          await readAnswer(url, agent, parts, signal, open);
          await pause(timers, Math.min(againMs, askedAt + againMs - clock.now()), signal);
        }
      } catch (error) {
        if (!signal.aborted)
          throw error instanceof UpstreamError
            ? error
            : new UpstreamError('unreachable', undefined, { cause: nameOf(error as Error) });
      } finally {
        await agent.destroy();
      }
    },
  };
}

async function readAnswer(
  url: string,
  agent: Agent,
  { userAgent, clock }: HttpParts,
  signal: AbortSignal,
  open: () => ByteSink,
): Promise<void> {
  const { address, authorization } = credentialsOf(url);
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'identity', ...authorization };
  const { request } = await import('undici');
  const { statusCode, headers: responseHeaders, body } = await request(address, { dispatcher: agent, signal, headers });
  if (statusCode >= 200 && statusCode < 300) return readStream(body, signal, open());
  body.on('error', () => {}).destroy();
  const { 'retry-after': after, date } = responseHeaders;
  const requestedPauseMs =
    typeof after === 'string'
      ? retryAfterMs({ 'retry-after': after, date: typeof date === 'string' ? date : '' }, clock.now())
      : undefined;
  throw new UpstreamError(refusalOf(statusCode), requestedPauseMs);
}

/** Splits a URL into the address and, for a name and a password in it, the `Authorization` header (RFC 7617). */
function credentialsOf(url: string): { address: string; authorization: { authorization?: string } } {
  const { username, password, origin, pathname, search } = new URL(url);
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return {
    address: origin + pathname + search,
    authorization: username === '' ? {} : { authorization: `Basic ${basic}` },
  };
}

/**
 * Returns an error with only the code or name of another one, for the log: the message or the fields could contain the
 * URL, and with it a key.
 */
const nameOf = ({ name, code }: Error & { code?: string }): Error =>
  Object.assign(new Error(code ?? name), { stack: undefined });
