import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { type JobRun, type RunStatus, runStatuses } from '../../../jobs/job-runs.js';
import type { Order } from '../../../time/sort-order.js';
import { ReasonField } from '../read-reason.dto.js';

const time = '2026-11-20T23:15:00.000Z';
const id = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70';

/** Path parameter: the id of a failed run. */
export const runId = { id: { description: 'Id of the run, as listed.', rule: uuid(), example: id } };

@Dto('One run of a job.')
export class JobRunDto {
  @Field('Identifier.', uuid(), { example: id })
  id!: string;

  @Field('Name of the job.', text(1, 100), { example: 'webhooks.deliver' })
  name!: string;

  @Field('`queued`: it waits, also for another attempt; `failed`: all attempts failed.', choice(runStatuses), {
    example: 'failed',
  })
  status!: string;

  @Field('Number of attempts that were begun.', integer(0, 2_147_483_647), { example: 3 })
  attemptCount!: number;

  @Field('Message of the last error; null without an error.', nullable(text(0, 500)), {
    example: 'connect ECONNREFUSED',
  })
  error!: string | null;

  @Field(
    'Id of the account that the run is for; null for work of the service itself, and where the queue does not ' +
      'record it.',
    nullable(uuid()),
    {
      example: null,
    },
  )
  accountId!: string | null;

  @Field('Time of queueing (UTC).', timestamp(), { example: time })
  createdAt!: string;

  @Field('Time from which the run, or its next attempt, may begin (UTC).', timestamp(), { example: time })
  dueAt!: string;

  @Field('Start of the last attempt (UTC); null before the first.', nullable(timestamp()), { example: time })
  startedAt!: string | null;

  @Field('Time of success or final failure (UTC); null before.', nullable(timestamp()), { example: time })
  completedAt!: string | null;

  static from({
    id,
    name,
    status,
    attempts,
    error,
    accountId,
    createdAt,
    dueAt,
    startedAt,
    completedAt,
  }: JobRun): JobRunDto {
    const times = { createdAt, dueAt, startedAt, completedAt };
    const written = Object.fromEntries(Object.entries(times).map(([field, at]) => [field, at?.toISOString() ?? null]));
    return Object.assign(new JobRunDto(), { id, name, status, attemptCount: attempts, error, accountId, ...written });
  }
}

export const JobRunPageDto = pageOf(JobRunDto, 'JobRunPageDto', 'A page of runs, newest first.');

@Dto('Filters and page of a list of job runs.')
export class JobRunQuery extends PageQuery {
  @OrderField('by the time of queueing', 'desc')
  order: Order = 'desc';

  @Field('Only runs of these jobs.', optional(list(text(1, 100, /^[A-Za-z0-9._-]+$/), 20, 1)), {
    example: ['webhooks.deliver'],
  })
  name?: string[];

  @Field('Only runs with this status.', optional(list(choice(runStatuses), runStatuses.length, 1)), {
    example: ['failed'],
  })
  status?: RunStatus[];

  @ReasonField()
  reason?: string;
}
