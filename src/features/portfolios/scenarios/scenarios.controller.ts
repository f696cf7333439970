import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, eventStream } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { WithPng } from '../../../http/png-variant.js';
import { MediaType, type Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import type { StreamMessage } from '../../../http/stream/frame.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import { picture, svgType } from '../../../http/svg-response.js';
import { MonteCarloPictureQuery, NewScenarioDto, scenarioOf } from './scenario.dto.js';
import { ScenarioProgress, ScenarioReportDto } from './scenario-report.dto.js';
import { type ScenarioStreamItem, ScenarioStreams } from './scenario-stream.service.js';
import { Scenarios } from './scenarios.service.js';

const toMessage = (item: ScenarioStreamItem): StreamMessage =>
  'fraction' in item
    ? { event: 'progress', data: { fraction: item.fraction } }
    : { event: 'result', data: ScenarioReportDto.from(item) };

const frames = {
  description:
    '`progress` is sent at the start and at most four times a second while a simulation runs; `result` carries ' +
    'the same JSON as the response without a stream and is the last event. ' +
    'An invalid request is rejected before the stream begins; a scenario that fails later ends with `error`. ' +
    'The stream cannot be resumed.',
  events: { progress: ScenarioProgress, result: ScenarioReportDto },
  example: `event: progress\ndata: ${JSON.stringify(exampleOf(ScenarioProgress))}\n\n`,
};

@Service()
@Authorized()
@JsonController('/portfolios/:id/scenarios')
export class ScenariosController {
  constructor(
    private readonly scenarios: Scenarios,
    private readonly streams: ScenarioStreams,
  ) {}

  @Post('')
  @Endpoint({
    summary: 'Run a scenario',
    description:
      'Applies shocks, a past window or a simulation to the holdings of a day and returns the effect. ' +
      'Nothing is stored. Holdings without a price or rate are left out and listed in `warnings`. A ' +
      'portfolio of more than 200 holdings is a 422. With `Accept: text/event-stream` the progress is ' +
      'streamed before the result. A scenario ends when its client disconnects.',
    returns: ScenarioReportDto,
    alternatives: { [eventStream]: frames },
    status: 200,
    scope: 'read',
    errors: ['unprocessable', 'unavailable', 'overloaded'],
    granted: 'read',
  })
  async runScenario(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() request: NewScenarioDto,
    @MediaType() mediaType: string,
  ): Promise<ScenarioReportDto | StreamReply<ScenarioStreamItem>> {
    if (mediaType === eventStream) return (await this.streams.open(requester, id, request)).as(toMessage);
    return ScenarioReportDto.from(
      await this.scenarios.run(requester, await this.scenarios.prepare(requester.accountId, id, request)),
    );
  }

  @WithPng()
  @Get('/monte-carlo.svg')
  @Endpoint({
    summary: 'Render a Monte Carlo scenario as SVG',
    description:
      'Returns the quantiles of a Monte Carlo scenario by month as bands, with the median and the value of ' + 'today.',
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['unprocessable', 'unavailable', 'overloaded'],
    granted: 'read',
  })
  async renderMonteCarlo(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @QueryParams() query: MonteCarloPictureQuery,
  ): Promise<Reply> {
    const { asOf, currency, theme, width, height } = query;
    const scenario = scenarioOf(query);
    const prepared = await this.scenarios.prepare(requester.accountId, id, { scenario, asOf, currency });
    return picture(await this.scenarios.draw(requester, prepared, scenario, { theme, width, height }));
  }
}
