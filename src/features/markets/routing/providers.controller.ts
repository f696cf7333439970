import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { ProviderListDto } from './providers.dto.js';
import { ProvidersOverviewService } from './providers-overview.service.js';

@Service()
@Authorized()
@JsonController('/markets/providers')
export class ProvidersController {
  constructor(private readonly overview: ProvidersOverviewService) {}

  @Get('')
  @Endpoint({
    summary: 'List market data providers',
    description:
      'Lists the offers of each provider, the delay of its data, pauses of calls to it, its recent ' +
      'refusals, and the order in which providers are queried. Refusals and pauses are those of the process ' +
      'that responds.',
    returns: ProviderListDto,
  })
  listMarketProviders(): ProviderListDto {
    return ProviderListDto.from(this.overview.read());
  }
}
