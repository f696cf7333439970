/** As in OpenTelemetry: what received, sent or consumed something, or did neither. */
export type SpanKind = 'server' | 'client' | 'consumer' | 'internal';

/**
 * Names follow the semantic conventions of OpenTelemetry; what has no convention starts with `watchfloor.`. Undefined
 * values are left out.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** The place of a span in a trace, as `traceparent` carries it. */
export interface SpanPlace {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether the trace is recorded. Spans below one that is not are not recorded either. */
  readonly isSampled: boolean;
}

/**
 * A piece of work with a beginning and an end. Holds no secret: no URL, header, body, parameter or message of an error.
 */
export interface Span extends SpanPlace {
  readonly hasEnded: boolean;
  /** False: it is kept in this process alone, and its ids are empty. */
  readonly isExported: boolean;
  /** A span below this one; undefined when the trace has as many as it may have. */
  child(name: string, kind: SpanKind, attributes: SpanAttributes): Span | undefined;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Adds to an attribute that counts. */
  add(name: string, amount: number): void;
  /** Notes that a part of the work begins now. */
  mark(name: string): void;
  /** @param errorType a code or the name of a class, when the work failed */
  end(errorType?: string): void;
}
