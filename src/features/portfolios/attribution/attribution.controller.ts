import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { Problem } from '../../../api/problem.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { AttributionDto, AttributionQuery } from './attribution.dto.js';
import { AttributionService } from './attribution.service.js';

@Service()
@Authorized()
@JsonController('/portfolios/:id')
export class AttributionController {
  constructor(private readonly attributions: AttributionService) {}

  @Get('/attribution')
  @Endpoint({
    summary: 'Explain the return of a portfolio',
    description:
      'Returns the contribution of each segment to the time-weighted return, and the difference to a ' +
      'benchmark by Brinson and Fachler, for each day and linked by Carino over months and the period. The ' +
      'benchmark is that of the portfolio, a blend, or another of your portfolios. With `lookThrough`, funds are ' +
      'divided by what they hold.',
    returns: AttributionDto,
    alternatives: {
      [svgType]: 'Returns the effects of the segments as an SVG bar chart; without a benchmark their contributions.',
    },
    errors: ['unprocessable'],
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async getAttribution(
    @Param('id') id: string,
    @QueryParams() query: AttributionQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<AttributionDto | Reply> {
    if (isPicture) return this.renderAttribution(id, query, requester);
    const { theme: _, width: __, height: ___, ...request } = query;
    assertOwnBenchmark(requester, request);
    return AttributionDto.from(await this.attributions.report(requester.accountId, id, request, requester.signal));
  }

  @WithPng()
  @Get('/attribution.svg')
  @Endpoint({
    summary: 'Render the attribution of a portfolio as SVG',
    description:
      'Returns the effects of the segments as an SVG bar chart; without a benchmark their contributions to ' +
      'the return.',
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['unprocessable'],
    granted: 'read',
    isFreeOfAmounts: true,
  })
  async renderAttribution(
    @Param('id') id: string,
    @QueryParams() { theme, width, height, ...request }: AttributionQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    assertOwnBenchmark(requester, request);
    return picture(await this.attributions.draw(requester, id, request, { theme, width, height }));
  }
}

/** Rejects another portfolio as benchmark under a grant. @throws Problem `forbidden` */
function assertOwnBenchmark(
  { isGranted }: Requester,
  { benchmarkPortfolioId }: { benchmarkPortfolioId?: string },
): void {
  if (isGranted && benchmarkPortfolioId !== undefined)
    throw new Problem('forbidden', {
      detail: 'A grant on one portfolio does not open another one: leave out `benchmarkPortfolioId`.',
    });
}
