/** Maximum number of accounts with a reader; the reader of the least recent account is dropped for a new one. */
const MAX_CALLERS = 100;

/**
 * Keeps a reader for each account, so that a message that is split over two requests is put together, but never with
 * data of another account.
 */
export class CallerReaders<Reader> {
  private readonly readers = new Map<string, Reader>();

  constructor(private readonly make: () => Reader) {}

  of(accountId: string): Reader {
    const reader = this.readers.get(accountId) ?? this.make();
    this.readers.delete(accountId);
    this.readers.set(accountId, reader);
    if (this.readers.size > MAX_CALLERS) this.readers.delete(this.readers.keys().next().value as string);
    return reader;
  }
}
