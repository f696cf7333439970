import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { timeWindow } from '../../../http/time-window.js';
import { VoyageDto, VoyagePageDto, VoyagesQuery } from './voyage.dto.js';
import { type VoyageCursor, VoyagesService } from './voyages.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/vessels')
export class VoyagesController {
  constructor(
    private readonly voyages: VoyagesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:mmsi/voyages')
  @Endpoint({
    summary: 'List voyages of a vessel',
    description:
      'Lists the voyages of a vessel from one port call to the next, latest first: origin and destination, departure ' +
      'and arrival, distance and average speed along the track, waiting time off the destination and turnaround ' +
      'there. The first one may not have ended; it then has the reported destination with its score, and the reported and ' +
      'the estimated arrival. Distances need the track: `trackedFraction` says how much of it is known, and ' +
      '`warnings` gives reasons to doubt a voyage. Calls that overlap, as of two vessels with one MMSI, give no ' +
      'voyage. The list is empty for an unknown vessel and for one that calls at no port of the table.',
    returns: VoyagePageDto,
    params: {
      mmsi: {
        description: 'Maritime Mobile Service Identity: nine digits, with leading zeros.',
        rule: text(9, 9, /^\d{9}$/, 'nine digits'),
        example: '219024336',
      },
    },
  })
  async listVoyages(
    @Param('mmsi') mmsi: string,
    @QueryParams() { limit, cursor, from, to }: VoyagesQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`voyages:${JSON.stringify([mmsi, from, to])}`, limit, cursor);
    const [startedAt, id] = page.after ?? [];
    const place: VoyageCursor | undefined =
      page.after && (id === '' ? 'open' : { startedAt: new Date(Number(startedAt)), id: String(id) });
    return page.answer(
      await this.voyages.list(Number(mmsi), timeWindow({ from, to }), page.fetch, place),
      ({ destination }) => [destination?.event.startedAt.getTime() ?? 0, destination?.event.id ?? ''],
      VoyageDto.from,
    );
  }
}
