/** The shared store gave no usable reply in time. The command may or may not have taken effect. */
export class StoreUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StoreUnavailable';
  }
}

export function isStoreUnavailable(error: unknown): error is StoreUnavailable {
  return error instanceof StoreUnavailable;
}
