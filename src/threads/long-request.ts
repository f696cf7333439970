/** A long request: its account, and whether its client still waits. */
export interface LongRequest {
  readonly accountId: string;
  /** The account in whose share the work counts. Default: `accountId`. */
  readonly chargedAccountId?: string;
  /** Aborts with `ClientGone` when the client disconnects, or when the deadline of the request passes. */
  readonly signal: AbortSignal;
  /** Stops counting the request in the limit of the process. */
  releaseProcessSlot(): void;
}

/** The client has disconnected. */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone');
  }
}
