import { randomBytes } from 'node:crypto';
import {
  type Attributes,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing-config.js';
import { version } from '../config/version.js';
import type { Log } from '../logging/log.js';
import type { Span, SpanAttributes, SpanKind, SpanPlace } from '../logging/span.js';
import { MINUTE_MS } from '../time/durations.js';
import { Tracer } from './tracer.js';

/** Timeout of an export (ms), so that an unreachable receiver does not delay the shutdown. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Maximum number of spans that wait for an export; further ones are dropped. */
const MAX_WAITING_SPANS = 4_096;
/**
 * Maximum number of child spans in a trace that begins in this process; a long job has more statements than are worth
 * sending.
 */
const MAX_SPANS_PER_TRACE = 500;
const MAX_ATTRIBUTE_CHARACTERS = 2_000;

/** The numbers of OpenTelemetry's `SpanKind`. */
const kinds: Record<SpanKind, number> = { internal: 0, server: 1, client: 2, consumer: 4 };

/** Sends spans to an OTLP/HTTP receiver. Loads the SDK, so import this module only if a receiver is configured. */
export class OtlpTracer extends Tracer {
  private readonly provider: TracerProvider;
  private readonly tracer: OtelTracer;
  /** Fraction of the traces beginning in this service that are recorded. */
  private readonly ratio: number;

  constructor({ endpoint, headers, ratio, serviceName }: TracingConfig, log: Log) {
    super();
    this.ratio = ratio;
    const exporter = new OTLPTraceExporter({
      url: `${endpoint}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    const batches = { maxQueueSize: MAX_WAITING_SPANS, exportTimeoutMillis: EXPORT_TIMEOUT_MS };
    this.provider = new TracerProvider({
      resource: resourceOf({ 'service.name': serviceName, 'service.version': version }),
      // The method `start` decides which of the service's own traces are recorded.
      sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
      spanProcessors: [new BatchSpanProcessor({ exporter: loggingFailures(exporter, log), ...batches })],
    });
    this.tracer = this.provider.getTracer('watchfloor', version);
  }

  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent?: SpanPlace): Span {
    // The SDK takes time even for spans that are not recorded, so it is not called for them.
    if (parent === undefined && Math.random() >= this.ratio) return new UnrecordedSpan();
    return new OtlpSpan(this.tracer, { left: MAX_SPANS_PER_TRACE }, begin(this.tracer, name, kind, attributes, parent));
  }

  flush(): Promise<void> {
    return this.provider.forceFlush().catch(() => undefined);
  }

  close(): Promise<void> {
    return this.provider.shutdown().catch(() => undefined);
  }
}

/** Number of digits of the two ids of a span: 32 of its trace and 16 of its own. */
const ID_DIGITS = 48;
/**
 * Number of ids whose random digits are generated at once; generated individually they would be the greater part of the
 * cost of a span.
 */
const IDS_AT_ONCE = 256;

let digits = '';
let taken = 0;

/** Returns the ids of a span as 48 hexadecimal digits. */
function nextIds(): string {
  if (taken === digits.length) {
    digits = randomBytes((IDS_AT_ONCE * ID_DIGITS) / 2).toString('hex');
    taken = 0;
  }
  taken += ID_DIGITS;
  return digits.slice(taken - ID_DIGITS, taken);
}

/** A span of a trace that is not recorded; its ids appear in log lines. */
class UnrecordedSpan implements Span {
  readonly isSampled = false;
  readonly isExported = true;
  hasEnded = false;
  private ids?: string;

  get traceId(): string {
    return this.allIds.slice(0, 32);
  }

  get spanId(): string {
    return this.allIds.slice(32);
  }

  child(): undefined {}

  rename(): void {}

  set(): void {}

  add(): void {}

  mark(): void {}

  end(): void {
    this.hasEnded = true;
  }

  /** Ids of the span, generated at the first use. */
  private get allIds(): string {
    this.ids ??= nextIds();
    return this.ids;
  }
}

class OtlpSpan implements Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly isSampled: boolean;
  readonly isExported = true;
  hasEnded = false;
  private readonly sums: Record<string, number> = {};

  constructor(
    private readonly tracer: OtelTracer,
    /** Remaining number of child spans, shared by the spans of a trace. */
    private readonly allowance: { left: number },
    private readonly span: OtelSpan,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.traceId = traceId;
    this.spanId = spanId;
    this.isSampled = (traceFlags & TraceFlags.SAMPLED) === TraceFlags.SAMPLED;
  }

  child(name: string, kind: SpanKind, attributes: SpanAttributes): Span | undefined {
    if (this.allowance.left === 0) return undefined;
    this.allowance.left -= 1;
    return new OtlpSpan(this.tracer, this.allowance, begin(this.tracer, name, kind, attributes, this));
  }

  rename(name: string): void {
    this.span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes as Attributes);
  }

  add(name: string, amount: number): void {
    const sum = (this.sums[name] ?? 0) + amount;
    this.sums[name] = sum;
    this.span.setAttribute(name, sum);
  }

  mark(name: string): void {
    this.span.addEvent(name);
  }

  end(errorType?: string): void {
    if (this.hasEnded) return;
    if (errorType !== undefined)
      this.span.setAttribute('error.type', errorType).setStatus({ code: SpanStatusCode.ERROR });
    this.hasEnded = true;
    this.span.end();
  }
}

function begin(
  tracer: OtelTracer,
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  parent?: SpanPlace,
): OtelSpan {
  const options = { kind: kinds[kind], attributes: attributes as Attributes };
  if (parent === undefined) return tracer.startSpan(name, options, ROOT_CONTEXT);
  const { traceId, spanId, isSampled } = parent;
  const place = { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE };
  return tracer.startSpan(name, options, trace.setSpanContext(ROOT_CONTEXT, place));
}

/** Logs failed exports, at most once a minute; their spans are lost. */
function loggingFailures(exporter: OTLPTraceExporter, log: Log): SpanExporter {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error !== undefined && performance.now() - loggedAt > MINUTE_MS) {
          loggedAt = performance.now();
          // Only the name is logged, because the message can contain the receiver's response.
          log.warn(
            { component: 'tracing', failure: nameOf(result.error) },
            'Sending traces failed; the spans are lost.',
          );
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

const nameOf = ({ name, code }: Error & { code?: string | number }): string =>
  code === undefined ? name : `${name} ${code}`;

/** Returns an object that the SDK accepts as its own class, which is in a package that it does not export. */
function resourceOf(attributes: Record<string, string>): NonNullable<TracerProviderOptions['resource']> {
  const resource = {
    asyncAttributesPending: false,
    attributes,
    schemaUrl: undefined,
    merge: () => resource,
    getRawAttributes: () => Object.entries(attributes),
  };
  return resource as NonNullable<TracerProviderOptions['resource']>;
}
