import { Authorized, Body, Delete, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { FeedFaultDto, feedParameter, NewFeedFaultDto } from './fault.dto.js';
import { FaultInjection } from './fault-injection.service.js';

@Service()
@Authorized('operator')
@JsonController('/debug/feeds')
export class FaultsController {
  constructor(private readonly faults: FaultInjection) {}

  @Post('/:name/fault')
  @Endpoint({
    summary: 'Inject a fault into a feed',
    description:
      'Makes the next calls of the feed in this process fail without reaching its upstream, and are counted ' +
      'like other failures; `GET /health/feeds` shows the fault as `injectedFault`. Continuously read ' +
      'sources are reconnected and then fail; open vendor sockets are closed within ten seconds. A new ' +
      'fault replaces the one before.',
    status: 200,
    returns: FeedFaultDto,
    params: feedParameter,
    errors: ['not_found', 'conflict'],
  })
  injectFault(@Param('name') name: string, @Body() fault: NewFeedFaultDto): FeedFaultDto {
    return FeedFaultDto.from(
      this.faults.inject(name, { kind: fault.type, callCount: fault.callCount, seconds: fault.seconds }),
    );
  }

  @Delete('/:name/fault')
  @Endpoint({
    summary: 'Remove an injected fault',
    description: 'Removes the fault: the feed is read again at once. Without a fault nothing changes.',
    params: feedParameter,
    errors: ['not_found', 'conflict'],
  })
  async removeFault(@Param('name') name: string): Promise<void> {
    this.faults.remove(name);
  }
}
