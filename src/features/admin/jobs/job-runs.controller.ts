import { Authorized, Delete, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { JobAdministration } from './job-administration.service.js';
import { JobRunDto, JobRunPageDto, JobRunQuery, runId } from './job-run.dto.js';

@Service()
@Authorized('operator')
@JsonController('/admin/jobs/runs')
export class JobRunsController {
  constructor(
    private readonly jobs: JobAdministration,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List job runs',
    description:
      'Lists single runs of all queues, newest first unless `order` is `asc`. Completed runs are kept for ' +
      'hours, failed runs of queued jobs for a week. The data of a run is not ' +
      'shown. Each read is recorded in the audit record, with its `reason`.',
    returns: JobRunPageDto,
  })
  async listJobRuns(
    @CurrentCaller() operator: Caller,
    @QueryParams() query: JobRunQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const { limit, cursor, reason, ...filter } = query;
    const page = this.cursors.page(`job runs:${JSON.stringify(filter)}`, limit, cursor);
    const runs = await this.jobs.listRuns(
      operator,
      filter,
      { ...origin, reason },
      page.fetch,
      page.after as [string, string] | undefined,
    );
    return page.answer(runs, ({ place, id }) => [place, id], JobRunDto.from);
  }

  @Post('/:id/retry')
  @Endpoint({
    summary: 'Retry a failed run',
    description:
      'Queues one failed run again, with one more attempt. A run of a periodic job is a 409: run the job instead.',
    params: runId,
    errors: ['not_found', 'conflict'],
  })
  async retryJobRun(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.jobs.retryRun(operator, id, origin);
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a failed run',
    description: 'Deletes one failed run. Its work is not done.',
    params: runId,
    errors: ['not_found'],
  })
  async deleteJobRun(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.jobs.removeRun(operator, id, origin);
  }
}
