/** One event as a client gets it. */
export interface ReceivedEvent {
  /** The name; `message` when the frame had none. */
  event: string;
  data: string;
  /** The last id sent so far; '' before the first. */
  id: string;
}

/**
 * Reads `text/event-stream` by the WHATWG HTML standard §9.2.6, written independently of the code that writes the
 * stream.
 */
export class FrameParser {
  lastEventId = '';
  /** The last `retry:` in ms. */
  retry?: number;
  comments = 0;
  private rest = '';
  private atStart = true;
  private event = '';
  private data: string[] = [];

  /** Takes in the next text, however it was cut, and returns the events that are complete with it. */
  push(text: string): ReceivedEvent[] {
    const received: ReceivedEvent[] = [];
    this.rest += this.atStart ? text.replace(/^\uFEFF/, '') : text;
    this.atStart = false;
    // A CR at the very end may be the first half of a CRLF.
    for (let end = /\r\n|\n|\r(?!$)/.exec(this.rest); end !== null; end = /\r\n|\n|\r(?!$)/.exec(this.rest)) {
      const line = this.rest.slice(0, end.index);
      this.rest = this.rest.slice(end.index + end[0].length);
      if (line === '') received.push(...this.dispatch());
      else this.field(line);
    }
    return received;
  }

  private dispatch(): ReceivedEvent[] {
    const complete =
      this.data.length > 0
        ? [{ event: this.event || 'message', data: this.data.join('\n'), id: this.lastEventId }]
        : [];
    this.event = '';
    this.data = [];
    return complete;
  }

  private field(line: string): void {
    const colon = line.indexOf(':');
    if (colon === 0) this.comments += 1;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.data.push(value);
    if (name === 'event') this.event = value;
    if (name === 'id' && !value.includes('\0')) this.lastEventId = value;
    if (name === 'retry' && /^\d+$/.test(value)) this.retry = Number(value);
  }
}

/** Time for which `next` waits by default (ms). Only limits the wait for events that never come. */
const TIMEOUT_MS = 60_000;

/** A reader of one stream. Made by `TestClient.stream`, which holds every event against the description. */
export class TestEventSource {
  /** Resolves when the server has ended the stream or the connection is lost. */
  readonly ended: Promise<void>;
  readonly parser = new FrameParser();
  /** Events that arrived and were not requested yet. */
  readonly received: ReceivedEvent[] = [];
  private over = false;
  private fault?: Error;
  private wake = () => {};

  /** @param faults what of an event is not as described */
  constructor(
    readonly headers: Headers,
    body: ReadableStream<Uint8Array>,
    private readonly faults: (event: ReceivedEvent) => string[],
    private readonly abort: AbortController,
  ) {
    this.ended = this.read(body);
  }

  get lastEventId(): string {
    return this.parser.lastEventId;
  }

  get isOpen(): boolean {
    return !this.over;
  }

  /**
   * The next event, or the next that `predicate` takes; the others before it are passed over.
   * @throws when none comes in time, the stream ends before, or an event is not as described
   */
  async next(
    predicate: (event: ReceivedEvent) => boolean = () => true,
    queryTimeoutMs = TIMEOUT_MS,
  ): Promise<ReceivedEvent> {
    const late = AbortSignal.timeout(queryTimeoutMs);
    for (;;) {
      if (this.fault) throw this.fault;
      for (let event = this.received.shift(); event !== undefined; event = this.received.shift())
        if (predicate(event)) return event;
      if (this.over) throw new Error('The stream ended without the event');
      if (late.aborted) throw new Error(`The event did not come within ${queryTimeoutMs} ms`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.wake = resolve;
      late.addEventListener('abort', () => resolve(), { once: true });
      await promise;
    }
  }

  /** The next event's JSON. */
  async nextData<T = unknown>(event?: string): Promise<T> {
    return JSON.parse((await this.next((one) => event === undefined || one.event === event)).data);
  }

  /** Leaves, as a client does whose window is closed. Resolves when the connection is gone. */
  async close(): Promise<void> {
    this.abort.abort();
    await this.ended;
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    try {
      for await (const chunk of body) {
        for (const event of this.parser.push(decoder.decode(chunk, { stream: true }))) this.take(event);
        this.wake();
      }
    } catch {
      // The connection was cut, by either side.
    }
    this.over = true;
    this.wake();
  }

  private take(event: ReceivedEvent): void {
    const faults = this.faults(event);
    if (faults.length > 0)
      this.fault ??= new Error(`Not as described:\n${faults.join('\n')}\n${event.data.slice(0, 500)}`);
    this.received.push(event);
  }
}
