import type { Socket } from 'node:net';

/** Reason why a URL may not be called; see `OutboundRefused`. */
export type RefusalReason = 'malformed' | 'length' | 'scheme' | 'userinfo' | 'port' | 'host' | 'address';

/** A URL that must not be called. The message states the fault and the remedy for the author of the URL. */
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

/** Code of a failure. `dns` and `timeout` also cover the shorter limit of 5 s to resolve the name and connect. */
export type FailureCode = keyof typeof failureMeanings;

/** A call failed without a response, or was not made. The message is the sentence of its code. */
export class OutboundFailure extends Error {
  constructor(
    readonly code: FailureCode,
    /** Time from the call to the failure (ms), rounded. */
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
   * Request headers; `user-agent` and `accept-encoding` have defaults. Headers that frame the message or name the host
   * make the call fail with `invalid_request`.
   */
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /**
   * Timeout of the whole call (ms): resolving, waiting for a free connection, connecting, headers and body. Default:
   * 15,000.
   */
  timeoutMs?: number;
  /** Maximum number of bytes of the body that are read before the connection is closed. Default: 65,536. */
  maxBytes?: number;
  /** Maximum number of bytes of the body that are returned. Default: 1,024. */
  keepBytes?: number;
}

export interface OutboundAnswer {
  /** HTTP status, which may be any; redirects are not followed. */
  status: number;
  /** Headers by lower-case name; the values of a repeated header are joined by `, `. */
  headers: Record<string, string>;
  /** The first `keepBytes` bytes of the body as received, never decompressed. */
  body: Buffer;
  /** False when the body was longer than `maxBytes`, so that its rest was not read. */
  complete: boolean;
  /** Time from the call to the end of the response (ms), rounded. */
  latencyMs: number;
}

/** The protocols of URLs: `http` also means https, `mqtt` also mqtts. */
export type UrlProtocol = 'http' | 'mqtt';

/**
 * Calls URLs that users provide; all such calls go through this port. Only public addresses, and addresses that the
 * operator allows, are called.
 */
export abstract class Outbound {
  /**
   * Checks a URL before it is stored. A name that cannot be resolved at this moment is accepted, because it is checked
   * again at each call.
   * @param protocol the only protocol that is accepted; default: `http`
   * @returns the URL in its normal form, which is to be stored
   * @throws OutboundRefused
   */
  abstract check(url: string, protocol?: UrlProtocol): Promise<URL>;

  /**
   * Calls a URL once. Any status counts as a response, even if the body was truncated at `maxBytes`; a body that times
   * out is a failure.
   * @throws OutboundFailure and nothing else
   */
  abstract send(request: OutboundRequest): Promise<OutboundAnswer>;

  /**
   * Connects to the host of an mqtt or mqtts URL, by TLS for mqtts. The caller destroys the connection; `close`
   * destroys it with the failure `stopped`.
   * @throws OutboundFailure and nothing else
   */
  abstract connect(url: string): Promise<Socket>;

  /** Ends running calls as `stopped` and closes all connections. Later calls fail as `stopped` too. */
  abstract close(): Promise<void>;
}
