import type { IncomingMessage, RequestListener } from 'node:http';
import { Service } from 'typedi';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { Problem } from '../api/problem.js';
import type { LazyInSteps } from '../async/lazy-in-steps.js';
import type { Caller } from './caller.js';

/** A request to an operation of this service, made inside the process. */
export interface InProcessRequest {
  method: string;
  /** Path and query; the path begins with `/api/v1/`. */
  url: string;
  /** Body, sent as JSON; undefined for a request without a body. */
  body?: unknown;
}

export interface InProcessResponse {
  status: number;
  /** The parsed JSON body of the response; undefined without a body. */
  value: unknown;
}

/** The request handler and the OpenAPI description of the application, from `createApp`. */
interface Served {
  handle: RequestListener;
  document: LazyInSteps<OpenApiDocument>;
}

/**
 * Callers of requests made inside the process. The key is the request object itself, so no header from outside can name
 * a caller.
 */
const callers = new WeakMap<IncomingMessage, Caller>();

/** Returns the caller of a request that was made inside the process; undefined for a request from outside. */
export const ownCallerOf = (request: IncomingMessage): Caller | undefined => callers.get(request);

/**
 * Calls operations of this service inside the process, through the whole application: validation, scopes, owner checks
 * and limits are the same code.
 */
@Service()
export class InProcessApi {
  private served: Served | undefined;

  /** Sets the application. Called once, when it is created. */
  serve(served: Served): void {
    this.served = served;
  }

  /** Returns the OpenAPI description. @throws Problem `unavailable` in a process without an HTTP server */
  get document(): OpenApiDocument {
    return this.application.document();
  }

  /** Reads the OpenAPI description in slices of a few milliseconds. @throws the reason of the signal */
  prepareDocument(signal?: AbortSignal): Promise<void> {
    return this.application.document.prepare(signal);
  }

  /**
   * Runs an operation as `caller`, whose credentials are checked again but whose rate limit is not charged: the request
   * that led to this call was counted.
   * @throws the reason of the signal; Problem `unavailable` in a process without an HTTP server
   */
  async call(caller: Caller, { method, url, body }: InProcessRequest, signal: AbortSignal): Promise<InProcessResponse> {
    signal.throwIfAborted();
    const { handle } = this.application;
    const { inject } = await import('light-my-request');
    const dispatch: RequestListener = (request, response) => {
      callers.set(request, caller);
      handle(request, response);
    };
    const options = {
      method,
      url,
      headers: { host: 'localhost', accept: 'application/json' },
      signal,
      ...(body !== undefined && { payload: body as object }),
    };
    const response = await inject(dispatch, options).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    signal.throwIfAborted();
    return { status: response.statusCode, value: response.payload === '' ? undefined : JSON.parse(response.payload) };
  }

  private get application(): Served {
    if (this.served === undefined) throw new Problem('unavailable', { detail: 'This process does not answer HTTP.' });
    return this.served;
  }
}
