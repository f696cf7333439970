import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { ExtractionDto, ExtractionRequestDto } from './extraction.dto.js';
import { ExtractionService } from './extraction.service.js';

@Service()
@Authorized()
@JsonController('/osint/extract')
export class ExtractionController {
  constructor(private readonly extraction: ExtractionService) {}

  @Post('')
  @Endpoint({
    summary: 'Extract entities from a text',
    description:
      'Finds people, organizations, vessels, aircraft, places, countries, instruments and identifiers, with ' +
      'their offsets in UTF-16 code units. The same text ' +
      'always has the same result while the sanctions lists do not change. Nothing is stored. Identifiers with ' +
      'a check digit or a checksum are listed ' +
      'only when it is right; addresses written as `example[.]com` are read as well.',
    returns: ExtractionDto,
    scope: 'read',
    errors: ['overloaded'],
  })
  async extractEntities(
    @Body() { text }: ExtractionRequestDto,
    @CurrentRequester() requester: Requester,
  ): Promise<ExtractionDto> {
    return ExtractionDto.from(await this.extraction.extract(text, requester));
  }
}
