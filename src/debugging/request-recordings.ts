import { Service } from 'typedi';
import type { SpanAttributes, SpanKind } from '../logging/span.js';

/**
 * Maximum numbers of recorded requests, of steps of a request, and of characters of an attribute; together at most 20
 * MB.
 */
export const MAX_REQUESTS = 200;
export const MAX_STEPS = 100;
export const MAX_ATTRIBUTE_CHARACTERS = 1_000;

/** A step of a request: a statement, a call, or other work. */
export interface RecordedStep {
  name: string;
  kind: SpanKind;
  /** Start of the step in milliseconds after the start of the request. */
  startMs: number;
  /** Duration; null while the step runs. */
  durationMs: number | null;
  attributes: SpanAttributes;
  /** Code of the error; null without an error. */
  error: string | null;
}

export interface RequestRecording {
  requestId: string;
  startedAt: Date;
  /** Duration; null while the request runs. */
  durationMs: number | null;
  attributes: SpanAttributes;
  /**
   * Starts of phases in milliseconds after the start of the request: the controller, and the writing of the response.
   */
  marks: Array<{ name: string; atMs: number }>;
  steps: RecordedStep[];
  /** Number of steps that were left out. */
  dropped: number;
}

/** The last requests of this process; each new one replaces the oldest. */
@Service()
export class RequestRecordings {
  private readonly recordings = new Map<string, RequestRecording>();

  /** Adds a recording; it replaces an earlier one with the same request id. */
  keep(recording: RequestRecording): void {
    const { recordings } = this;
    recordings.delete(recording.requestId);
    recordings.set(recording.requestId, recording);
    if (recordings.size > MAX_REQUESTS) recordings.delete(recordings.keys().next().value as string);
  }

  find(requestId: string): RequestRecording | undefined {
    return this.recordings.get(requestId);
  }
}
