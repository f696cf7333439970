import { Authorized, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { JobDto, JobListDto, JobQueueDto, JobQueueListDto, JobQueueResultDto, jobName } from './job.dto.js';
import { JobAdministration } from './job-administration.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin')
export class JobsController {
  constructor(private readonly jobs: JobAdministration) {}

  @Get('/jobs')
  @Endpoint({
    summary: 'List jobs',
    description: 'Lists background jobs with their schedules and most recent runs.',
    returns: JobListDto,
  })
  async listJobs(): Promise<JobListDto> {
    return Object.assign(new JobListDto(), { items: (await this.jobs.list()).map(JobDto.from) });
  }

  @Post('/jobs/:name/run')
  @Endpoint({
    summary: 'Run a job now',
    description:
      'Queues a run of a periodic job; a process with the role `worker` starts it within seconds. While a run ' +
      'is waiting, no other is queued. A job without a schedule is a 409.',
    status: 202,
    returns: JobDto,
    params: jobName('http.sweep-idempotency-keys'),
    errors: ['not_found', 'conflict'],
  })
  async runJob(
    @CurrentCaller() operator: Caller,
    @Param('name') name: string,
    @Origin() origin: RequestOrigin,
  ): Promise<JobDto> {
    return JobDto.from(await this.jobs.run(operator, name, origin));
  }

  @Get('/queues')
  @Endpoint({
    summary: 'List job queues',
    description: 'Counts the runs in the queue of each job, of all processes together.',
    returns: JobQueueListDto,
  })
  async listJobQueues(): Promise<JobQueueListDto> {
    return Object.assign(new JobQueueListDto(), { items: (await this.jobs.list()).map(JobQueueDto.from) });
  }

  @Post('/queues/:name/retry')
  @Endpoint({
    summary: 'Retry failed runs of a queue',
    description: 'Queues failed runs again, oldest first and at most 10,000. A periodic job is a 409: run it instead.',
    returns: JobQueueResultDto,
    params: jobName('webhooks.deliver'),
    errors: ['not_found', 'conflict'],
  })
  async retryJobQueue(
    @CurrentCaller() operator: Caller,
    @Param('name') name: string,
    @Origin() origin: RequestOrigin,
  ): Promise<JobQueueResultDto> {
    return Object.assign(new JobQueueResultDto(), { count: await this.jobs.retry(operator, name, origin) });
  }

  @Post('/queues/:name/purge')
  @Endpoint({
    summary: 'Purge a queue',
    description:
      'Deletes waiting runs, oldest first and at most 10,000. Their work is not done. Runs under way continue.',
    returns: JobQueueResultDto,
    params: jobName('webhooks.deliver'),
    errors: ['not_found'],
  })
  async purgeJobQueue(
    @CurrentCaller() operator: Caller,
    @Param('name') name: string,
    @Origin() origin: RequestOrigin,
  ): Promise<JobQueueResultDto> {
    return Object.assign(new JobQueueResultDto(), { count: await this.jobs.purge(operator, name, origin) });
  }
}
