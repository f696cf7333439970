import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { timeWindow } from '../../../http/time-window.js';
import { entityOf } from '../layer.js';
import type { StartCursor } from '../scan-area.js';
import { locodeParameter } from './port.dto.js';
import { PortCallDto, PortCallPageDto, PortCallsQuery } from './port-call.dto.js';
import type { PortCall, PortCallFilter } from './port-call.js';
import { PortCallsService } from './port-calls.service.js';

const kept =
  'Latest arrival first by default. A call is listed ten minutes after the vessel stopped, until a year after its departure. ' +
  'Tugs, pilots and other service craft are left out, and so are vessels that were not seen under way before.';

@Service()
@Authorized()
@JsonController('/geospatial')
export class PortCallsController {
  constructor(
    private readonly calls: PortCallsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/ports/:locode/calls')
  @Endpoint({
    summary: 'List calls at a port',
    description:
      `Lists the vessels that stopped at a port. ${kept} A call belongs to the nearest port of the table: calls at ` +
      'a listed part of a harbor with a code of its own, such as Europoort, are not among those of Rotterdam.',
    returns: PortCallPageDto,
    params: { locode: locodeParameter },
    errors: ['not_found'],
  })
  listPortCalls(@Param('locode') locode: string, @QueryParams() query: PortCallsQuery): Promise<Page<object>> {
    const code = locode.toUpperCase();
    return this.page(code, query, (filter, limit, after) => this.calls.atPort(code, filter, limit, after));
  }

  @Get('/vessels/:mmsi/calls')
  @Endpoint({
    summary: 'List port calls of a vessel',
    description: `Lists the ports at which a vessel stopped. ${kept} The list is empty for an unknown vessel.`,
    returns: PortCallPageDto,
    params: {
      mmsi: {
        description: 'Maritime Mobile Service Identity: nine digits, with leading zeros.',
        rule: text(9, 9, /^\d{9}$/, 'nine digits'),
        example: '219024336',
      },
    },
  })
  listVesselCalls(@Param('mmsi') mmsi: string, @QueryParams() query: PortCallsQuery): Promise<Page<object>> {
    const entity = entityOf('vessels', Number(mmsi));
    return this.page(entity, query, (filter, limit, after) => this.calls.ofVessel(entity, filter, limit, after));
  }

  private async page(
    of: string,
    { limit, cursor, from, to, ongoing, order }: PortCallsQuery,
    list: (filter: PortCallFilter, limit: number, after?: StartCursor) => Promise<PortCall[]>,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`port-calls:${JSON.stringify([of, from, to, ongoing, order])}`, limit, cursor);
    const [startedAt, id] = page.after ?? [];
    const after = page.after && { startedAt: new Date(Number(startedAt)), id: String(id) };
    return page.answer(
      await list({ ...timeWindow({ from, to }), ongoing, order }, page.fetch, after),
      ({ event }) => [event.startedAt.getTime(), event.id],
      PortCallDto.from,
    );
  }
}
