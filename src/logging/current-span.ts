import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span, SpanAttributes, SpanKind } from './span.js';

const current = new AsyncLocalStorage<Span>();

/**
 * The span in which this runs; undefined when nothing is traced. What outlives a request, such as a stream, is not part
 * of its span.
 */
export function currentSpan(): Span | undefined {
  const span = current.getStore();
  return span === undefined || span.hasEnded ? undefined : span;
}

/** Runs work as part of a span. The caller ends it. */
export const withSpan = <Result>(span: Span, work: () => Result): Result => current.run(span, work);

export interface SpanDescription {
  name: string;
  kind: SpanKind;
  attributes: SpanAttributes;
  /** A code for what was thrown; the name of its class by default. */
  errorType?: (error: unknown) => string;
}

const classOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/**
 * Runs work in a span below the current one; without a recorded one it only runs.
 * @param describe called only when the span is recorded
 * @param work is given the span, for attributes that are known at its end
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
