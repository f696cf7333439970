import { Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../api/endpoint.js';
import { version } from '../../config/version.js';
import { Lifecycle } from '../../http/lifecycle.js';
import { Reply } from '../../http/reply.js';
import { HealthDto, ReadinessDto } from './health.dto.js';
import { ReadinessService } from './readiness.service.js';

@Service()
@Public()
@JsonController('/health')
export class ProbesController {
  constructor(
    private readonly readiness: ReadinessService,
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
    description:
      'Checks each dependency for at most 100 ms. Use it to take a process out of rotation. Host names are not shown.',
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
}
