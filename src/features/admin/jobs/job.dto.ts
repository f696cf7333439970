import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, number, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { JobState } from './job-administration.service.js';

const MAX_COUNT = 9_007_199_254_740_991;
const MAX_RUNS = 10_000;
const time = '2026-11-20T23:15:00.000Z';

/** Path parameter: the name of a job. */
export const jobName = (example: string) => ({
  name: {
    description: 'Name of the job, `<group>.<work>`, as listed.',
    rule: text(1, 100, /^[A-Za-z0-9._-]+$/),
    example,
  },
});

@Dto('A job: work that the service does outside requests.')
export class JobDto {
  @Field('Name, `<group>.<work>`.', text(1, 100), { example: 'http.sweep-idempotency-keys' })
  name!: string;

  @Field(
    '`periodic` runs on a schedule; `queued` runs once for each piece of work sent to it.',
    choice(['periodic', 'queued']),
    { example: 'periodic' },
  )
  type!: string;

  @Field('Seconds between two runs; null for a job without a period.', nullable(integer(1, 31_622_400)), {
    example: 600,
  })
  everySeconds!: number | null;

  @Field('Schedule as a cron expression in UTC; null for a job without one.', nullable(text(9, 100)), { example: null })
  cron!: string | null;

  @Field('End of the last completed run that is kept (UTC); null when no such run is kept.', nullable(timestamp()), {
    example: time,
  })
  lastCompletedAt!: string | null;

  @Field('End of the last failed run that is kept (UTC); null when no such run is kept.', nullable(timestamp()), {
    example: null,
  })
  lastFailedAt!: string | null;

  @Field('Error of the last failed run that is kept; null when no such run is kept.', nullable(text(0, 500)), {
    example: null,
  })
  lastError!: string | null;

  static from({ job, queue }: JobState): JobDto {
    return Object.assign(new JobDto(), {
      name: job.name,
      type: job.everySeconds === undefined && job.cron === undefined ? 'queued' : 'periodic',
      everySeconds: job.everySeconds ?? null,
      cron: job.cron ?? null,
      lastCompletedAt: queue.lastCompletedAt?.toISOString() ?? null,
      lastFailedAt: queue.lastFailedAt?.toISOString() ?? null,
      lastError: queue.lastError,
    });
  }
}

@Dto('All jobs, by name.')
export class JobListDto {
  @Field('The jobs.', objects(JobDto, 1000))
  items!: JobDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}

@Dto('The queue of a job, of all processes together.')
export class JobQueueDto {
  @Field('Name of the job.', text(1, 100), { example: 'webhooks.deliver' })
  name!: string;

  @Field('Number of runs that wait, also those for a later time.', integer(0, MAX_COUNT), { example: 12 })
  queuedCount!: number;

  @Field('Number of waiting runs whose time has come.', integer(0, MAX_COUNT), { example: 3 })
  dueCount!: number;

  @Field('Number of runs under way.', integer(0, MAX_COUNT), { example: 1 })
  activeCount!: number;

  @Field('Number of runs that failed as often as they may and are kept.', integer(0, MAX_COUNT), { example: 0 })
  failedCount!: number;

  @Field('Waiting time of the oldest due run, in seconds; null when no run is due.', nullable(number(0)), {
    example: 0.4,
  })
  oldestDueSeconds!: number | null;

  static from({ job, queue: { queued, due, active, failed, oldestDueSeconds } }: JobState): JobQueueDto {
    return Object.assign(new JobQueueDto(), {
      name: job.name,
      queuedCount: queued,
      dueCount: due,
      activeCount: active,
      failedCount: failed,
      oldestDueSeconds,
    });
  }
}

@Dto('The queues of all jobs, by name.')
export class JobQueueListDto {
  @Field('The queues.', objects(JobQueueDto, 1000))
  items!: JobQueueDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}

@Dto('The change of a queue.')
export class JobQueueResultDto {
  @Field(`Number of runs that were changed. At ${MAX_RUNS} there may be more: repeat the call.`, integer(0, MAX_RUNS), {
    example: 4,
  })
  count!: number;
}
