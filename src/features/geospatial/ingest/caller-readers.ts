/** Maximum number of callers who have a reader at the same time; the one who has been away for longest gives way. */
const MAX_CALLERS = 100;

/**
 * A reader for each caller, so that what one receiver sends in two requests is put together, and never with what
 * another sends.
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
