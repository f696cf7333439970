import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { MediaType, type Reply } from '../../../http/reply.js';
import { stixAlternative, stixBundle, stixType } from '../stix/stix-object.js';
import { SanctionsMatchListDto, SanctionsQuery } from './sanctions.dto.js';
import { SanctionsPublication } from './sanctions-publication.service.js';
import { SanctionsSearch } from './sanctions-search.service.js';

@Service()
@Authorized()
@JsonController('/osint/sanctions')
export class SanctionsController {
  constructor(
    private readonly sanctions: SanctionsSearch,
    private readonly publication: SanctionsPublication,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Search the sanctions lists',
    description:
      'Finds entries by an identifier, else by name. Names are compared part by part: transliterated, without ' +
      'titles and legal forms, with a number of ' +
      'edits that grows with the length of a part, for persons also by sound. The names of a person may be ' +
      'incomplete and in another order; a name with another part or number is a different name. `docs/osint.md` ' +
      'describes the score. A match is a lead to be ' +
      'checked, not a proof of identity.',
    returns: SanctionsMatchListDto,
    alternatives: stixAlternative,
  })
  async searchSanctions(
    @QueryParams() { q, type, minScore, country, birthDate, limit }: SanctionsQuery,
    @MediaType() mediaType: string,
  ): Promise<SanctionsMatchListDto | Reply> {
    const birthYear = birthDate === undefined ? undefined : Number(birthDate.slice(0, 4));
    const query = { text: q, types: type, minScore, country: country?.toUpperCase(), birthYear, limit };
    const { matches, lists } = await this.sanctions.search(query);
    if (mediaType !== stixType) return SanctionsMatchListDto.from(matches, lists);
    return stixBundle(await this.publication.of(matches.map(({ entity }) => entity)));
  }
}
