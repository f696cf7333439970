import type { SpanPlace } from '../logging/span.js';

const FORMAT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const SAMPLED = 1;

/**
 * Parses the header of https://www.w3.org/TR/trace-context/#traceparent-header; undefined when it is missing or
 * invalid.
 */
export function parseTraceparent(header: string | undefined): SpanPlace | undefined {
  const [, version, traceId, spanId, flags, rest] = FORMAT.exec(header ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined || version === 'ff') return undefined;
  // Only versions after 00 may have additional fields.
  if (version === '00' && rest !== undefined) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}
