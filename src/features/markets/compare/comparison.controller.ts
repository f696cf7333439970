import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { picture, svgType, WantsPicture } from '../../../http/picture.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { WrittenJson } from '../../../http/written-json.js';
import { Endpoint } from '../../../openapi/endpoint.js';
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
      'Daily closes of 2 to 10 instruments, each as a multiple of its close on the first day for which all of them have one. Each is measured in its own ' +
      'currency. Calendars may differ: on a day on which an instrument does not trade it keeps the value of the day before. An instrument that nobody knows, or ' +
      'that has no candles in the range, is named in a 422.',
    returns: ComparisonDto,
    alternatives: { [svgType]: 'The same as a picture: a line for each instrument, named at its end.' },
    errors: ['unprocessable'],
  })
  async compareInstruments(
    @QueryParams() query: CompareQuery,
    @WantsPicture() isPicture: boolean,
    @CurrentRequester() requester: Requester,
  ): Promise<WrittenJson | Reply> {
    return isPicture ? picture(await this.comparisons.draw(requester, query)) : new WrittenJson(await this.comparisons.write(requester, query));
  }

  @Get('/compare.svg')
  @Endpoint({
    summary: 'Draw a comparison of instruments',
    description: 'The same as a picture, at an address of its own: a line for each instrument, named at its end.',
    alternatives: { [svgType]: 'The picture.' },
    errors: ['unprocessable'],
  })
  async renderComparison(@QueryParams() query: CompareQuery, @CurrentRequester() requester: Requester): Promise<Reply> {
    return picture(await this.comparisons.draw(requester, query));
  }
}
