import { Authorized, Body, Get, JsonController, Patch } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { LetterheadChangesDto, LetterheadDto } from './letterhead.dto.js';
import { Letterheads } from './letterheads.service.js';

@Service()
@Authorized()
@JsonController('/clients/letterhead')
export class LetterheadController {
  constructor(private readonly letterheads: Letterheads) {}

  @Get('')
  @Endpoint({
    summary: 'Get your letterhead',
    description: 'Returns the name, address and logo at the head of your reports on clients; empty ones if unset.',
    returns: LetterheadDto,
  })
  async getLetterhead(@CurrentCaller() { accountId }: Caller): Promise<LetterheadDto> {
    return LetterheadDto.from(await this.letterheads.get(accountId));
  }

  @Patch('')
  @Endpoint({
    summary: 'Update your letterhead',
    description:
      'Updates the fields you send. A logo is an SVG or PNG image; a page of a report shows it at most 7 cm wide and ' +
      '2 cm high.',
    returns: LetterheadDto,
    ifMatch: true,
    errors: ['unprocessable'],
  })
  async updateLetterhead(
    @CurrentCaller() { accountId }: Caller,
    @Body() changes: LetterheadChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<LetterheadDto> {
    return LetterheadDto.from(await this.letterheads.change(accountId, changes, ifMatch));
  }
}
