/** A request whose work takes long: who asks, and whether they still wait for it. */
export interface LongRequest {
  readonly accountId: string;
  /** Aborts with `ClientGone` when the client has gone, or when the request's time is over. */
  readonly signal: AbortSignal;
  /** The rest of the request is not counted by the limit of the process. */
  releaseProcessSlot(): void;
}

/** The client has disconnected. */
export class ClientGone extends Error {
  constructor() {
    super('The client has gone');
  }
}
