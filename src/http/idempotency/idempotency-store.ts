export interface KeyedRequest {
  accountId: string;
  key: string;
  /** Method and path of the request, to identify it. */
  operation: string;
  /** Digest that is equal for equal requests. */
  fingerprint: string;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export type Outcome =
  /** The request was handled now. */
  | { kind: 'done' }
  /** The request was handled before, with this response. */
  | { kind: 'replayed'; answer: StoredAnswer }
  /** The request is being handled at this moment. */
  | { kind: 'running' }
  /** The key was used for another request. */
  | { kind: 'different' };

/** Handles a request with a key only once within 24 hours. */
export abstract class IdempotencyStore {
  /**
   * Handles a request, or returns its stored response.
   * @param work handles the request and returns the response to store, or undefined when the request failed; its errors
   * are rethrown and nothing is stored
   */
  abstract once(request: KeyedRequest, work: () => Promise<StoredAnswer | undefined>): Promise<Outcome>;
  /** Stores a key in the caller's transaction, without a response, for operations that can recompute their response. */
  abstract keep(request: KeyedRequest): Promise<void>;
  /** Resolves to true if `keep` stored this request within the last 24 hours. */
  abstract isKept(request: KeyedRequest): Promise<boolean>;
  /** Deletes keys older than 24 hours. @returns the number of deleted keys */
  abstract sweep(): Promise<number>;
}
