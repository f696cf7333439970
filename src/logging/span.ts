/**
 * Kind of a span, as in OpenTelemetry: handling a request, calling a service, processing a message, or none of these.
 */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/**
 * Attributes of a span. Names follow the semantic conventions of OpenTelemetry; other names start with `watchfloor.`.
 * Undefined values are left out.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The position of a span in a trace, as in the header `traceparent`. */
export interface SpanPlace {
  /** Trace id of 32 hexadecimal digits. */
  readonly traceId: string;
  /** Span id of 16 hexadecimal digits. */
  readonly spanId: string;
  /** True: the trace is recorded. Child spans of an unrecorded span are not recorded either. */
  readonly isSampled: boolean;
}

/**
 * A recorded piece of work with a start and an end. Contains no secrets: no URL, header, body, parameter or error
 * message.
 */
export interface Span extends SpanPlace {
  readonly hasEnded: boolean;
  /** False: the span is kept only in this process, and its ids are empty. */
  readonly isExported: boolean;
  /** Starts a child span; undefined when the trace has reached its maximum number of spans. */
  child(name: string, kind: SpanKind, attributes: SpanAttributes): Span | undefined;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Increases a numeric attribute. */
  add(name: string, amount: number): void;
  /** Records that a phase of the work begins now. */
  mark(name: string): void;
  /** Ends the span. @param errorType code or class name of the error, when the work failed */
  end(errorType?: string): void;
}
