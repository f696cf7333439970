import { Authorized, Body, Delete, Get, JsonController, Param, Put } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { MandateDto, NewMandateDto } from './mandate.dto.js';
import { MandatesService } from './mandates.service.js';

@Service()
@Authorized()
@JsonController('/clients/:id/mandate')
export class MandatesController {
  constructor(private readonly mandates: MandatesService) {}

  @Get('')
  @Endpoint({
    summary: 'Get the mandate of a client',
    description: 'Returns the mandate; 404 for a client without one.',
    returns: MandateDto,
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async getMandate(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<MandateDto> {
    return MandateDto.from(await this.mandates.get(accountId, id));
  }

  @Put('')
  @Endpoint({
    summary: 'Set the mandate of a client',
    description:
      'Replaces all terms; omitted terms are removed. The target is a model portfolio or weights, not both; ' +
      'bands need a target. Weights apply to all portfolios of the client together, with `lookThrough` also to what ' +
      'their funds hold. ' +
      '`GET /clients/summary` and the report check them.',
    returns: MandateDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async setMandate(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewMandateDto,
    @IfMatch() ifMatch?: string,
  ): Promise<MandateDto> {
    return MandateDto.from(await this.mandates.set(accountId, id, input, ifMatch));
  }

  @Delete('')
  @Endpoint({
    summary: 'Delete the mandate of a client',
    description: 'Deletes the mandate: the client has no target and no restrictions any more.',
    ifMatch: true,
  })
  async deleteMandate(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.mandates.remove(accountId, id, ifMatch);
  }
}
