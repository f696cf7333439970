/** Why a URL may not be called; see `OutboundRefused`. */
export type RefusalReason = 'malformed' | 'length' | 'scheme' | 'userinfo' | 'port' | 'host' | 'address';

/** A URL that must not be called. The message is a sentence for its author: what is wrong, and what to do. */
export class OutboundRefused extends Error {
  constructor(
    readonly reason: RefusalReason,
    message: string,
  ) {
    super(message);
    this.name = 'OutboundRefused';
  }
}

/** Reasons for a missing response, as sentences for the author of the URL. */
export const failureMeanings = {
  blocked_url: 'The URL is no longer one this service calls: its scheme, port or form is not permitted.',
  blocked_address: 'The URL leads to a private or reserved address, which this service does not call.',
  dns: 'The name in the URL could not be resolved.',
  connect: 'No connection could be made: it was refused, or the address cannot be reached.',
  tls:
    'No secure connection could be made: the certificate is not trusted, has expired or is for another ' +
    'name, or TLS 1.2 is not spoken.',
  timeout: 'The answer was not there, whole, in time.',
  reset: 'The connection ended before the answer was whole.',
  too_large: 'The header section of the answer is longer than 16 KB.',
  protocol: 'What came back is not an HTTP/1.1 answer.',
  invalid_request: 'The request has a header or a method that cannot be sent.',
  stopped: 'This service was stopped before the answer was there.',
} as const;

/** `dns` and `timeout` cover a limit of their own: 5 s to resolve and connect, of the time for all. */
export type FailureCode = keyof typeof failureMeanings;

/**
 * A call was made, or was about to be made, and brought no answer. The message is the sentence that belongs to the
 * code.
 */
export class OutboundFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** From the call to the failure, in whole milliseconds. */
    readonly latencyMs: number,
    cause?: unknown,
  ) {
    super(failureMeanings[code], { cause });
    this.name = 'OutboundFailure';
  }
}

export interface OutboundRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  /**
   * `user-agent` and `accept-encoding` have defaults. Those that frame the message or name the host cannot be given:
   * `invalid_request`.
   */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** For everything: resolving, waiting for a free connection, connecting, headers, body; 15,000 unless said. */
  timeoutMs?: number;
  /** The part of the body that is read before the connection is cut, in bytes. Default: 65,536. */
  maxBytes?: number;
  /** The maximum number of read bytes that are returned; 1,024 if omitted. */
  keepBytes?: number;
}

export interface OutboundAnswer {
  /** Any status that the server sends; redirects are not followed. */
  status: number;
  /** Names in lower case; the values of a repeated one are joined by `, `. */
  headers: Record<string, string>;
  /** The first `keepBytes` of it, as it came: never decompressed. */
  body: Buffer;
  /** False when the body was longer than `maxBytes` and its rest was not read. */
  complete: boolean;
  /** From the call to the end of the answer, in whole milliseconds. */
  latencyMs: number;
}

/** The one way out for URLs that users give. Only public addresses are reached, but for those the operator allows. */
export abstract class Outbound {
  /**
   * For a URL about to be saved. A name that cannot be resolved now is accepted: it is judged again at each call.
   * @returns the URL in its normal form, which is to be saved
   * @throws OutboundRefused
   */
  abstract check(url: string): Promise<URL>;

  /**
   * Calls a URL once. Any status counts as a response, even if the body was truncated at `maxBytes`; a body that times
   * out is a failure.
   * @throws OutboundFailure and nothing else
   */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;

  /** Ends calls under way as `stopped` and closes every connection. Calls made later are `stopped` too. */
  abstract close(): Promise<void>;
}
