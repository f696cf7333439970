import { Service } from 'typedi';
import type { SpanAttributes, SpanKind } from '../logging/span.js';

/** Requests that are kept, the steps of each, and the characters of an attribute: 20 MB at the most. */
export const MAX_REQUESTS = 200;
export const MAX_STEPS = 100;
export const MAX_ATTRIBUTE_CHARACTERS = 1_000;

/** A statement, a call, or another piece of work of a request. */
export interface RecordedStep {
  name: string;
  kind: SpanKind;
  /** Milliseconds after the start of the request. */
  startMs: number;
  /** Null while it runs. */
  durationMs: number | null;
  attributes: SpanAttributes;
  /** A code for what was thrown; null when nothing was. */
  error: string | null;
}

/** The record of one request. */
export interface RequestRecording {
  requestId: string;
  startedAt: Date;
  /** Null while it runs. */
  durationMs: number | null;
  attributes: SpanAttributes;
  /**
   * When the parts of the request began, in milliseconds after its start: the controller, the writing of the answer.
   */
  marks: Array<{ name: string; atMs: number }>;
  steps: RecordedStep[];
  /** Number of steps that were left out. */
  dropped: number;
}

/** The last requests of this process, the oldest of which gives way. */
@Service()
export class RequestRecordings {
  private readonly recordings = new Map<string, RequestRecording>();

  /** The last of several requests with one id is kept. */
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
