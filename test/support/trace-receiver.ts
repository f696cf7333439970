import type { ExecutionContext } from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { createLog } from '../../src/logging/log.js';
import { OtlpTracer } from '../../src/tracing/otlp-tracer.js';
import { type Receiver, receiverFor } from './receiver.js';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Record<string, unknown>;
  /** Status code of the span; 2 means that the work failed. */
  status: number;
}

interface OtlpSpan extends Omit<ReceivedSpan, 'attributes' | 'status'> {
  attributes: Array<{ key: string; value: Record<string, unknown> }>;
  status?: { code?: number };
}

/** An OTLP receiver over HTTP, and a tracer that sends to it. */
export interface TraceReceiver {
  receiver: Receiver;
  tracer: OtlpTracer;
  /** Lines that the tracer logged. */
  logged: string[];
  /** Returns all spans recorded so far. */
  spans(): Promise<ReceivedSpan[]>;
}

/** Parses the OTLP requests of a receiver and returns their spans. */
export function spansIn({ received }: Receiver): ReceivedSpan[] {
  const exports = received.filter(({ path }) => path === '/v1/traces');
  const requests = exports.map(
    ({ body }) => JSON.parse(body.toString()) as { resourceSpans: Array<{ scopeSpans: Array<{ spans: OtlpSpan[] }> }> },
  );
  const spans = requests.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  return spans.map(({ attributes, status, ...span }) => ({
    ...span,
    status: status?.code ?? 0,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}

/** @param ratio fraction of requests that are traced */
export async function traceReceiver(t: ExecutionContext, ratio: '0' | '1' = '1'): Promise<TraceReceiver> {
  const receiver = await receiverFor(t);
  const logged: string[] = [];
  const { tracing } = await readConfig({
    SVC_ENV: 'test',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=watch%20floor',
    OTEL_TRACES_SAMPLER_ARG: ratio,
  });
  const tracer = new OtlpTracer(tracing, createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) }));
  t.teardown(() => tracer.close());
  const spans = async () => {
    await tracer.flush();
    return spansIn(receiver);
  };
  return { receiver, tracer, logged, spans };
}
