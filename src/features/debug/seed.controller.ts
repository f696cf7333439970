import { Authorized, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CurrentRequester, type Requester } from '../../http/requester.js';
import { DebugSeedResultDto } from './seed.dto.js';
import { SeedService } from './seed.service.js';

@Service()
@Authorized('operator')
@JsonController('/debug/seed')
export class SeedController {
  constructor(private readonly seeds: SeedService) {}

  @Post('')
  @Endpoint({
    summary: 'Create demonstration data',
    description:
      'Creates a watchlist, a geofence and an alert rule for your account, and the demonstration portfolio if ' +
      'it does not exist. If one of them cannot be created, the others are deleted again, except the portfolio.',
    returns: DebugSeedResultDto,
    // The operation itself needs no process slot: each request that it makes takes its own.
    isBoundedElsewhere: true,
    errors: ['quota_reached', 'unavailable'],
  })
  async seedDebugData(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() { signal }: Requester,
  ): Promise<DebugSeedResultDto> {
    return Object.assign(new DebugSeedResultDto(), await this.seeds.seed(caller, signal));
  }
}
