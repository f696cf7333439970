import type { Span, SpanAttributes, SpanKind, SpanPlace } from '../logging/span.js';
import type { Clock } from '../time/clock.js';
import { Tracer } from '../tracing/tracer.js';
import {
  MAX_ATTRIBUTE_CHARACTERS,
  MAX_STEPS,
  type RecordedStep,
  type RequestRecording,
  type RequestRecordings,
} from './request-recordings.js';

/** Records the steps of requests in this process, and passes all spans to the exporter of traces if there is one. */
export class RecordingTracer extends Tracer {
  constructor(
    private readonly recordings: RequestRecordings,
    private readonly clock: Clock,
    private readonly exporter?: Tracer,
  ) {
    super();
  }

  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent?: SpanPlace): Span {
    const exported = this.exporter?.start(
      name,
      kind,
      attributes,
      parent instanceof RecordingSpan ? parent.exported : parent,
    );
    const requestId = String(attributes['watchfloor.request_id'] ?? '');
    const startedTick = performance.now();
    const startedAt = new Date(this.clock.now());
    const recording: RequestRecording = {
      requestId,
      startedAt,
      durationMs: null,
      attributes,
      marks: [],
      steps: [],
      dropped: 0,
    };
    if (requestId !== '') this.recordings.keep(recording);
    return new RecordingSpan(recording, startedTick, undefined, exported);
  }

  async flush(): Promise<void> {
    await this.exporter?.flush();
  }

  async close(): Promise<void> {
    await this.exporter?.close();
  }
}

class RecordingSpan implements Span {
  readonly isSampled = true;
  hasEnded = false;
  private readonly sums: Record<string, number> = {};

  constructor(
    private readonly recording: RequestRecording,
    private readonly startedTick: number,
    /** Step of the span; undefined for the span of the request itself. */
    private readonly step: RecordedStep | undefined,
    readonly exported: Span | undefined,
  ) {}

  get traceId(): string {
    return this.exported?.traceId ?? '';
  }

  get spanId(): string {
    return this.exported?.spanId ?? '';
  }

  get isExported(): boolean {
    return this.exported !== undefined;
  }

  child(name: string, kind: SpanKind, attributes: SpanAttributes): Span {
    const { recording, exported } = this;
    const step: RecordedStep = {
      name,
      kind,
      startMs: this.now,
      durationMs: null,
      attributes: shortened(attributes),
      error: null,
    };
    if (recording.steps.length < MAX_STEPS) recording.steps.push(step);
    else recording.dropped += 1;
    return new RecordingSpan(
      recording,
      this.startedTick,
      step,
      exported?.isSampled === true ? exported.child(name, kind, attributes) : undefined,
    );
  }

  rename(name: string): void {
    this.exported?.rename(name);
  }

  set(attributes: SpanAttributes): void {
    const target = this.step ?? this.recording;
    target.attributes = { ...target.attributes, ...attributes };
    this.exported?.set(attributes);
  }

  add(name: string, amount: number): void {
    const sum = (this.sums[name] ?? 0) + amount;
    this.sums[name] = sum;
    this.set({ [name]: sum });
  }

  mark(name: string): void {
    this.recording.marks.push({ name, atMs: this.now });
    this.exported?.mark(name);
  }

  end(errorType?: string): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.step === undefined) this.recording.durationMs = this.now;
    else {
      this.step.durationMs = this.now - this.step.startMs;
      this.step.error = errorType ?? null;
    }
    this.exported?.end(errorType);
  }

  private get now(): number {
    return performance.now() - this.startedTick;
  }
}

function shortened(attributes: SpanAttributes): SpanAttributes {
  const isLong = (value: unknown) => typeof value === 'string' && value.length > MAX_ATTRIBUTE_CHARACTERS;
  if (!Object.values(attributes).some(isLong)) return attributes;
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      isLong(value) ? String(value).slice(0, MAX_ATTRIBUTE_CHARACTERS) : value,
    ]),
  );
}
