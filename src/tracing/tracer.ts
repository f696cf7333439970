import type { Span, SpanAttributes, SpanKind, SpanPlace } from '../logging/span.js';

/** Begins traces. A process without a receiver of traces has none. */
export abstract class Tracer {
  /**
   * A span that is below no other of this process. Whether it is recorded follows from its parent, or else from the
   * share that is traced.
   * @param parent of another service
   */
  abstract start(name: string, kind: SpanKind, attributes: SpanAttributes, parent?: SpanPlace): Span;

  /** Sends the recorded spans that have not been sent yet. */
  abstract flush(): Promise<void>;

  /** Sends the rest, for some seconds at most. Never rejects. */
  abstract close(): Promise<void>;
}
