import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { timeWindow } from '../../../http/time-window.js';
import { entityOf } from '../layer.js';
import { EncounterDto, EncounterPageDto, VesselEncountersQuery } from './encounter.dto.js';
import { Encounters } from './encounters.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/vessels')
export class VesselEncountersController {
  constructor(
    private readonly encounters: Encounters,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:mmsi/encounters')
  @Endpoint({
    summary: 'List encounters of a vessel',
    description:
      'Lists the current and past encounters of a vessel with others, latest start first by default. An encounter is ' +
      'listed from its detection, two hours after its start, until a year after its end; `GET ' +
      '/geospatial/encounters/{id}/tracks` has the tracks of both vessels. The list is empty for an unknown vessel.',
    returns: EncounterPageDto,
    params: {
      mmsi: {
        description: 'Maritime Mobile Service Identity: nine digits, with leading zeros.',
        rule: text(9, 9, /^\d{9}$/, 'nine digits'),
        example: '311000432',
      },
    },
  })
  async listVesselEncounters(
    @Param('mmsi') mmsi: string,
    @QueryParams() { limit, cursor, from, to, ongoing, order }: VesselEncountersQuery,
  ): Promise<Page<object>> {
    const scope = `vessel-encounters:${JSON.stringify([mmsi, from, to, ongoing, order])}`;
    const page = this.cursors.page(scope, limit, cursor);
    const [startedAt, id] = page.after ?? [];
    const after = page.after && { startedAt: new Date(Number(startedAt)), id: String(id) };
    const filter = { ...timeWindow({ from, to }), entities: [entityOf('vessels', Number(mmsi))], ongoing, order };
    const { items } = await this.encounters.list(filter, page.fetch, after);
    return page.answer(items, (item) => [item.startedAt.getTime(), item.id], EncounterDto.from);
  }
}
