import { Authorized, Delete, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { uuid } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { WithPng } from '../../../http/png-variant.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { timeWindow } from '../../../http/time-window.js';
import { CreateOwned } from '../../../resources/owned-routes.js';
import { FlowDto, FlowListDto, FlowsQuery, flowParameter } from './flow.dto.js';
import { FlowSeriesDto, FlowSeriesQuery } from './flow-series.dto.js';
import { FlowsService } from './flows.service.js';
import { NewFlowDto } from './new-flow.dto.js';
import { OwnFlows } from './own-flows.records.js';

const params = { id: flowParameter };

@Service()
@Authorized()
@JsonController('/geospatial/flows')
export class FlowsController {
  constructor(
    private readonly flows: FlowsService,
    private readonly own: OwnFlows,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List flows of vessels',
    description:
      'Lists the lines across which passages of vessels are counted: your own lines, straits, canals, and circles of ' +
      '15 km around large ports, where vessels that pass by count as well.',
    returns: FlowListDto,
  })
  async listFlows(@QueryParams() query: FlowsQuery, @CurrentCaller() { accountId }: Caller): Promise<FlowListDto> {
    return FlowListDto.from(await this.flows.list(accountId, query));
  }

  @CreateOwned({
    summary: 'Create a line that counts passages',
    description:
      'Creates a private line of up to 1,000 km, across which passages of vessels are counted from the next full hour ' +
      'on. A baseline needs four weeks.',
    returns: FlowDto,
  })
  async createFlow(caller: Caller, line: NewFlowDto): Promise<Reply> {
    const flow = await this.own.create(caller.accountId, line);
    return Reply.created(FlowDto.from(flow), `/api/v1/geospatial/flows/${flow.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a flow of vessels',
    description: 'Returns one line across which passages are counted.',
    returns: FlowDto,
    params,
    errors: ['not_found'],
  })
  async getFlow(@Param('id') id: string, @CurrentCaller() { accountId }: Caller): Promise<FlowDto> {
    return FlowDto.from(await this.flows.get(accountId, id));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a line that counts passages',
    description: 'Deletes one of your lines and its counts permanently.',
    params: { id: { description: 'The line.', rule: uuid() } },
    errors: ['not_found'],
  })
  async deleteFlow(@Param('id') id: string, @CurrentCaller() { accountId }: Caller): Promise<void> {
    await this.own.remove(accountId, id);
  }

  @Get('/:id/series')
  @Endpoint({
    summary: 'Count passages of a flow over time',
    description:
      'Returns the passages of vessels across a line by hour or day (UTC), with a baseline and the coverage of each ' +
      'figure. A passage is counted when a vessel that was more than 500 m from the line on one side is as far on the ' +
      'other; jumps of position and vessels that share an MMSI are left out. Counts are kept for three years.',
    returns: FlowSeriesDto,
    params,
    alternatives: { [svgType]: 'The passages as an SVG chart of bars with the baseline.' },
    errors: ['not_found', 'overloaded'],
  })
  async getFlowSeries(
    @Param('id') id: string,
    @QueryParams() query: FlowSeriesQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<FlowSeriesDto | Reply> {
    if (isPicture) return this.renderFlowSeries(id, query, requester);
    const { theme: _, width: __, height: ___, from, to, ...request } = query;
    return FlowSeriesDto.from(await this.flows.read(requester, id, { ...request, ...timeWindow({ from, to }) }));
  }

  @WithPng()
  @Get('/:id/series.svg')
  @Endpoint({
    summary: 'Render passages of a flow as SVG',
    description: 'Returns the passages of vessels across a line as an SVG chart of bars, with their baseline.',
    params,
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['not_found', 'overloaded'],
  })
  async renderFlowSeries(
    @Param('id') id: string,
    @QueryParams() query: FlowSeriesQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const { theme, width, height, from, to, ...request } = query;
    return picture(
      await this.flows.draw(requester, id, { ...request, ...timeWindow({ from, to }) }, { theme, width, height }),
    );
  }
}
