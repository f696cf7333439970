import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { ExposedClientListDto, ExposedClientsQuery } from './exposed-client.dto.js';
import { ExposedClientsService } from './exposed-clients.service.js';

@Service()
@Authorized()
@JsonController('/clients/exposed')
export class ExposedClientsController {
  constructor(private readonly exposed: ExposedClientsService) {}

  @Get('')
  @Endpoint({
    summary: 'List the exposed clients',
    description:
      'Returns the clients whose portfolios depend on a country, port or strait, or on the places that a ' +
      'position or a geo event touches: all portfolios of a client together, at the latest closing prices, ' +
      'in the currency of the client. Each holding counts once, with its largest fraction. The reasons of each ' +
      'fraction are in `GET /portfolios/{id}/exposure/geo`.',
    returns: ExposedClientListDto,
    errors: ['not_found'],
  })
  async listExposedClients(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() query: ExposedClientsQuery,
  ): Promise<ExposedClientListDto> {
    return ExposedClientListDto.from(await this.exposed.find(accountId, query));
  }
}
