import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import { RawJson } from '../../../http/raw-json.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType, WantsPicture } from '../../../http/svg-response.js';
import { CompareQuery, ComparisonDto } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';

@Service()
@Authorized()
@JsonController('/markets')
export class ComparisonController {
  constructor(private readonly comparisons: ComparisonService) {}

  @Get('/compare')
  @Endpoint({
    summary: 'Compare instruments',
    description:
      'Returns daily closes of 2 to 10 instruments, each relative to its close on the first day for which ' +
      'all of them have one. Each is measured in its own currency. On a day on which an instrument does not ' +
      'trade, its value is that of its previous trading day. Unknown instruments, and those without candles ' +
      'in the range, are named in a 422.',
    returns: ComparisonDto,
    csv: ComparisonDto.table,
    alternatives: { [svgType]: 'Returns the comparison as an SVG line chart, with one labeled line per instrument.' },
    errors: ['unprocessable'],
  })
  async compareInstruments(
    @QueryParams() query: CompareQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<RawJson | Reply> {
    return isPicture
      ? picture(await this.comparisons.draw(requester, query))
      : new RawJson(await this.comparisons.write(requester, query));
  }

  @WithPng()
  @Get('/compare.svg')
  @Endpoint({
    summary: 'Render a comparison as SVG',
    description: 'Returns the comparison as an SVG line chart, with one labeled line per instrument.',
    alternatives: { [svgType]: 'The SVG chart.' },
    errors: ['unprocessable'],
  })
  async renderComparison(@QueryParams() query: CompareQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    return picture(await this.comparisons.draw(requester, query));
  }
}
