import type { Span, SpanAttributes, SpanKind, SpanPlace } from '../logging/span.js';

/** Starts traces. A process without a configured receiver of traces has no tracer. */
export abstract class Tracer {
  /**
   * Starts the first span of this process in a trace. It is recorded if its parent is or, without a parent, for a
   * configured fraction of traces.
   * @param parent span of another service
   */
  abstract start(name: string, kind: SpanKind, attributes: SpanAttributes, parent?: SpanPlace): Span;

  /** Sends the recorded spans that were not sent yet. */
  abstract flush(): Promise<void>;

  /** Sends the remaining spans, within some seconds. Never rejects. */
  abstract close(): Promise<void>;
}
