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
    summary: 'Is the process alive',
    description: 'Answers without touching anything else. For a supervisor that restarts what hangs.',
    returns: HealthDto,
    isProbe: true,
  })
  getHealth(): HealthDto {
    return Object.assign(new HealthDto(), { status: 'ok', version, uptimeSeconds: this.lifecycle.uptimeSeconds });
  }

  @Get('/ready')
  @Endpoint({
    summary: 'Would requests be answered',
    description: 'Checks what the service needs, each for less than 100 ms. For a load balancer. Names no hosts.',
    returns: ReadinessDto,
    isProbe: true,
    alsoReturns: { 503: 'Requests would fail now, or the process is stopping.' },
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
    summary: 'How the upstream feeds are',
    description:
      'Every feed of this process, by name: when it last delivered and how often it failed since. Of several processes with the same sources one ' +
      'reads them; in the others they stand by.',
    returns: FeedListDto,
  })
  getFeeds(): FeedListDto {
    return Object.assign(new FeedListDto(), { items: this.feeds.list().map(FeedStatusDto.from) });
  }
}
