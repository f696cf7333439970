import type { Agent } from 'undici';

export interface StreamingFetchOptions {
  userAgent: string;
  /** A response is aborted after this long without a byte (ms). */
  idleMs: number;
  /** Maximum length of a response (bytes); a longer one is cut, and its reader gets an error. */
  maxBytes: number;
}

const CONNECT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;
const CONNECTIONS = 64;

/**
 * A `fetch` for libraries that call an upstream configured by the operator and read the response while it is being
 * sent. Redirects are errors. The HTTP library is loaded with the first call.
 */
export class StreamingFetch {
  private agent?: Agent;
  private readonly stopped = new AbortController();

  constructor(private readonly options: StreamingFetchOptions) {}

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const undici = await import('undici');
    const { userAgent, idleMs, maxBytes } = this.options;
    this.stopped.signal.throwIfAborted();
    this.agent ??= new undici.Agent({
      connections: CONNECTIONS,
      connectTimeout: CONNECT_MS,
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const signals = [this.stopped.signal, ...(init?.signal ? [init.signal] : [])];
    const headers = { ...(init?.headers as Record<string, string>), 'user-agent': userAgent };
    const options = { ...init, headers, redirect: 'error', signal: AbortSignal.any(signals), dispatcher: this.agent };
    const response = (await undici.fetch(
      input as string,
      options as Parameters<typeof undici.fetch>[1],
    )) as unknown as Response;
    if (response.body === null) return response;
    const { status, statusText } = response;
    return new Response(response.body.pipeThrough(limitedTo(maxBytes)), {
      status,
      statusText,
      headers: [...response.headers],
    });
  };

  /** Ends all calls; later ones fail. */
  async close(): Promise<void> {
    this.stopped.abort();
    await this.agent?.destroy();
  }
}

function limitedTo(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(new Error(`The response is longer than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}
