import { withSpan } from '../logging/current-span.js';
import type { Tracer } from '../tracing/tracer.js';
import type { Job } from './job.js';

/** Returns a job that runs the given job and records a span for each run. */
export function tracedJob(job: Job, tracer: Tracer): Job {
  const attributes = {
    'messaging.system': 'pg-boss',
    'messaging.destination.name': job.name,
    'messaging.operation.type': 'process',
  };
  const run: Job['run'] = async (signal, data) => {
    const span = tracer.start(`process ${job.name}`, 'consumer', attributes);
    try {
      await withSpan(span, () => job.run(signal, data));
      span.end();
    } catch (error) {
      span.end(error instanceof Error ? error.name : typeof error);
      throw error;
    }
  };
  return Object.create(job, { run: { value: run } }) as Job;
}
