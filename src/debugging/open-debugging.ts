import type { ContainerParts } from '../modules/feature-module.js';
import type { Tracer } from '../tracing/tracer.js';
import { RecordingTracer } from './recording-tracer.js';
import { RequestRecordings } from './request-recordings.js';
import { VirtualClock, VirtualTime, VirtualTimers } from './virtual-time.js';

/**
 * Creates the parts by which Debug observes and controls a process: a clock and timers that can be moved, and a tracer
 * that keeps the last requests. Import this module only outside of production.
 * @param exporter sends traces; undefined: traces are not sent
 */
export function openDebugging(
  exporter?: Tracer,
): Required<Pick<ContainerParts, 'clock' | 'timers' | 'tracer' | 'bindFirst'>> {
  const time = new VirtualTime();
  const clock = new VirtualClock(time);
  const recordings = new RequestRecordings();
  return {
    clock,
    timers: new VirtualTimers(time),
    tracer: new RecordingTracer(recordings, clock, exporter),
    bindFirst(services) {
      services.set(VirtualTime, time);
      services.set(RequestRecordings, recordings);
    },
  };
}
