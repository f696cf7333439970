import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../openapi/endpoint.js';
import { ProviderListDto } from './providers.dto.js';
import { ProvidersOverviewService } from './providers-overview.service.js';

@Service()
@Authorized()
@JsonController('/markets/providers')
export class ProvidersController {
  constructor(private readonly overview: ProvidersOverviewService) {}

  @Get('')
  @Endpoint({
    summary: 'List the providers of market data',
    description:
      'Who serves which kind of instrument, how delayed, who is left alone or has refused something lately, and who is asked now, as this process sees it.',
    returns: ProviderListDto,
  })
  listMarketProviders(): ProviderListDto {
    return ProviderListDto.from(this.overview.read());
  }
}
