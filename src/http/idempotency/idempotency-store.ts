export interface KeyedRequest {
  accountId: string;
  key: string;
  /** Method and path, for people who read the table. */
  operation: string;
  /** Equal for equal requests. */
  fingerprint: string;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

export type Outcome =
  /** The work ran now. */
  | { kind: 'done' }
  /** The request ran before, with this answer. */
  | { kind: 'replayed'; answer: StoredAnswer }
  /** The request is running now. */
  | { kind: 'running' }
  /** The key belongs to another request. */
  | { kind: 'different' };

/** Does the work of a keyed request once within 24 hours. */
export abstract class IdempotencyStore {
  /**
   * @param work returns the answer to keep, or undefined when the request failed; what it throws is thrown on and
   * nothing is kept
   */
  abstract once(request: KeyedRequest, work: () => Promise<StoredAnswer | undefined>): Promise<Outcome>;
  /** Stores a key in the caller's transaction, for operations that can recompute their response. */
  abstract keep(request: KeyedRequest): Promise<void>;
  /** Whether this request was kept within 24 hours. */
  abstract isKept(request: KeyedRequest): Promise<boolean>;
  /** Forgets keys older than 24 hours. @returns how many */
  abstract sweep(): Promise<number>;
}
