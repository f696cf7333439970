import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanAttributes, SpanKind } from './span.js';

const current = new AsyncLocalStorage<Span>();

/**
 * Returns the span of the current work; undefined when it is not traced. Work that outlives a request, such as a
 * stream, is not part of its span.
 */
export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span === undefined || span.hasEnded ? undefined : span;
}

/** Runs work with a span as the current one. The caller ends the span. */
export const withSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  /** Returns the error code for a thrown value. Default: the name of its class. */
  errorType?: (error: unknown) => string;
}

const classOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/**
 * Runs work in a new child span of the current span; without a recorded span it only runs the work.
 * @param describe called only when the span is recorded
 * @param work receives the span, for attributes that are known only at its end
 */
export async function inSpan<Result>(
  describe: () => SpanDescription,
  work: (span?: Span) => Promise<Result>,
): Promise<Result> {
  const parent = currentSpan();
  if (parent === undefined || !parent.isSampled) return work();
  const { name, kind, attributes, errorType = classOf } = describe();
  const span = parent.child(name, kind, attributes);
  if (span === undefined) return work();
  try {
    const result = await current.run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(errorType(error));
    throw error;
  }
}
