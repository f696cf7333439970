import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { RetentionRequest, RetentionResultDto } from './retention.dto.js';
import { RetentionService } from './retention.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/retention')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Post('/run')
  @Endpoint({
    summary: 'Run data retention',
    description:
      'Counts the events, alerts, deliveries, articles and points of tracks that are past their retention. ' +
      'Without `dryRun` it also queues the jobs that delete them, which run in the background; they run by ' +
      'themselves, too.',
    status: 202,
    returns: RetentionResultDto,
  })
  async runRetention(
    @CurrentCaller() operator: Caller,
    @Body() { dryRun }: RetentionRequest,
    @Origin() origin: RequestOrigin,
  ): Promise<RetentionResultDto> {
    return RetentionResultDto.of(dryRun, await this.retention.run(operator, dryRun, origin));
  }
}
