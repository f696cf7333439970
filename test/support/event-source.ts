/** One event as a client receives it. */
export interface ReceivedEvent {
  /** Name of the event; `message` if the frame has no name. */
  event: string;
  data: string;
  /** The last id received so far; '' before the first. */
  id: string;
}

/** Parses `text/event-stream` (WHATWG HTML §9.2.6). It is written independently of the code that writes the stream. */
export class FrameParser {
  lastEventId = '';
  /** The last `retry:` (ms). */
  retry?: number;
  comments = 0;
  private rest = '';
  private atStart = true;
  private event = '';
  private data: string[] = [];

  /** Adds text, which may be cut anywhere. @returns the events that are complete with it */
  push(text: string): ReceivedEvent[] {
    const received: ReceivedEvent[] = [];
    this.rest += this.atStart ? text.replace(/^\uFEFF/, '') : text;
    this.atStart = false;
    // A CR at the very end may be the first half of a CR LF.
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

/** Maximum wait of `next` (ms); only limits the wait for events that never arrive. */
const TIMEOUT_MS = 60_000;

/** A reader of one stream. `TestClient.stream` creates it and checks every event against the OpenAPI description. */
export class TestEventSource {
  /** Resolves when the server has ended the stream or the connection is lost. */
  readonly ended: Promise<void>;
  readonly parser = new FrameParser();
  /** Events that have arrived but were not read yet. */
  readonly received: ReceivedEvent[] = [];
  private over = false;
  private fault?: Error;
  private wake = () => {};

  /** @param faults returns the deviations of an event from its description */
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
   * Returns the next event for which `predicate` is true, and drops the ones before it.
   * @throws if none arrives in time, the stream ends first, or an event deviates from its description
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

  /** Returns the data of the next event, optionally of the next one with this name. */
  async nextData<T = unknown>(event?: string): Promise<T> {
    return JSON.parse((await this.next((one) => event === undefined || one.event === event)).data);
  }

  /** Closes the connection, as a client does whose window is closed. Resolves when it is closed. */
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
      // One of the sides has closed the connection.
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
