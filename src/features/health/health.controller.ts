import { Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Reply } from '../../http/reply.js';
import { Lifecycle } from '../../lifecycle.js';
import { Endpoint, Public } from '../../openapi/endpoint.js';
import { FeedRegistry } from '../../upstream/feed-status.js';
import { version } from '../../version.js';
import { FeedListDto, FeedStatusDto, HealthDto, ReadinessDto } from './health.dto.js';
import { ReadinessService } from './readiness.service.js';

@Service()
@Public()
@JsonController('/health')
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly feeds: FeedRegistry,
    private readonly lifecycle: Lifecycle,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Check liveness',
    description: 'Answers without any I/O. Use it to restart a process that hangs.',
    returns: HealthDto,
    isProbe: true,
  })
  getHealth(): HealthDto {
    return Object.assign(new HealthDto(), { status: 'ok', version, uptimeSeconds: this.lifecycle.uptimeSeconds });
  }

  @Get('/ready')
  @Endpoint({
    summary: 'Check readiness',
    description: 'Checks each dependency for at most 100 ms. Use it to take a process out of rotation. Host names are not shown.',
    returns: ReadinessDto,
    isProbe: true,
    alsoReturns: { 503: 'Requests would fail, or the process is shutting down.' },
  })
  async getReadiness(): Promise<Reply> {
    const readiness = await this.readiness.read();
    return new Reply(ReadinessDto.from(readiness), {
      status: readiness.status === 'unavailable' ? 503 : 200,
      headers: readiness.status === 'unavailable' ? { 'Retry-After': '2' } : {},
    });
  }

  @Get('/feeds')
  @Endpoint({
    summary: 'Get feed status',
    description:
      'Lists every feed of this process by name, with its last success and the failures since. Of several processes with the same sources each is read by one, `process`; in the others it is on standby.',
    returns: FeedListDto,
  })
  getFeeds(): FeedListDto {
    return Object.assign(new FeedListDto(), { items: this.feeds.list().map(FeedStatusDto.from) });
  }
}
