import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { ExpectedVesselDto, ExpectedVesselPageDto, ExpectedVesselsQuery } from './expected-vessel.dto.js';
import { ExpectedVesselsService } from './expected-vessels.service.js';
import { locodeParameter } from './port.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/ports')
export class ExpectedVesselsController {
  constructor(
    private readonly expected: ExpectedVesselsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:locode/expected')
  @Endpoint({
    summary: 'List vessels expected at a port',
    description:
      'Lists live vessels under way (2 knots or faster, not at anchor or moored) whose reported destination names ' +
      'the port, nearest first. Crews write destinations by hand: each match has a score and its reasons. Texts that ' +
      'name several ports, a route in both directions or a name that equally large ports share match no port. A ' +
      'new destination is noticed within a minute. A vessel whose distance changes between two pages may be repeated ' +
      'or missing.',
    returns: ExpectedVesselPageDto,
    params: { locode: locodeParameter },
    errors: ['not_found'],
  })
  async listExpectedVessels(
    @Param('locode') locode: string,
    @QueryParams() { limit, cursor, minScore }: ExpectedVesselsQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`expected:${locode.toUpperCase()}:${minScore}`, limit, cursor);
    const [distance, key] = (page.after ?? []).map(Number);
    const after = distance === undefined || key === undefined ? undefined : { distance, key };
    return page.answer(
      await this.expected.list(locode, minScore, page.fetch, after),
      (item) => [item.distanceMeters, item.vessel.key],
      ExpectedVesselDto.from,
    );
  }
}
