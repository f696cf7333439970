import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { EntityOwnersDto } from './owners.dto.js';
import { OwnersService } from './owners.service.js';

const params = {
  lei: {
    description: 'Legal entity identifier (ISO 17442), case-insensitive.',
    rule: text(20, 20, /^[A-Za-z0-9]{18}\d{2}$/, 'a legal entity identifier of 20 characters'),
    example: 'HWUPKR0MPOU8FGXBT394',
  },
};

@Service()
@Authorized()
@JsonController('/osint/entities')
export class OwnersController {
  constructor(private readonly owners: OwnersService) {}

  @Get('/:lei/owners')
  @Endpoint({
    summary: 'Get the owners of a company',
    description:
      'Returns the companies that own a company according to the register of legal entity identifiers (GLEIF): those ' +
      'that consolidate it in their accounts, from the direct to the ultimate one, and its own direct subsidiaries. ' +
      'Natural persons are not in the register. `GET /markets/identifiers/resolve` finds the LEI of a security.',
    returns: EntityOwnersDto,
    params,
    errors: ['unprocessable'],
  })
  async getEntityOwners(@Param('lei') lei: string): Promise<EntityOwnersDto> {
    return EntityOwnersDto.from(await this.owners.of(lei));
  }
}
