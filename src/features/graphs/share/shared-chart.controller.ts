import { Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import { RawJson } from '../../../http/raw-json.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { PictureQuery, picture, svgType } from '../../../http/svg-response.js';
import { chartTable } from '../evaluate/chart-data.dto.js';
import { SharedChartDto } from './share.dto.js';
import { ShareService } from './share.service.js';
import { shareTokenRule } from './share-token.js';

/**
 * Headers that protect the secret address: it is not stored by caches, not sent to other sites, and not listed by
 * search engines.
 */
const headers = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};
const described = { headers: { 'X-Robots-Tag': 'Asks search engines not to list the address.' } };
const params = {
  token: {
    description: 'The token of the public address.',
    rule: shareTokenRule(),
    example: 'k3Jx0bV1m2Qy8ZtW5nR7cLpA4dFgHhSsUuEe9oTtI6w',
  },
};

@Service()
@Public()
@JsonController('/graphs/charts/shared')
export class SharedChartController {
  constructor(private readonly shares: ShareService) {}

  @Get('/:token')
  @Endpoint({
    summary: 'Get a shared chart',
    description:
      'Computes the series of a shared chart now, for everyone who knows its address. 404 if sharing has ' +
      'been stopped.',
    returns: SharedChartDto,
    csv: chartTable,
    params,
    ...described,
    attempts: 'shared-view',
    errors: ['not_found', 'unprocessable', 'unavailable', 'overloaded', 'too_many_attempts'],
  })
  async getSharedChart(@Param('token') token: string, @CurrentRequester() requester: Requester): Promise<Reply> {
    return new Reply(new RawJson(await this.shares.write(requester, token)), { headers });
  }

  @WithPng()
  @Get('/:token/image.svg')
  @Endpoint({
    summary: 'Render a shared chart as SVG',
    description:
      'Returns a shared chart as an SVG image, for everyone who knows its address. 404 if sharing has been ' +
      'stopped.',
    alternatives: { [svgType]: 'The SVG chart.' },
    params,
    ...described,
    attempts: 'shared-view',
    errors: ['not_found', 'unprocessable', 'unavailable', 'overloaded', 'too_many_attempts'],
  })
  async renderSharedChart(
    @Param('token') token: string,
    @QueryParams() query: PictureQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const { body, options } = picture(await this.shares.draw(requester, token, query));
    return new Reply(body, { ...options, headers: { ...options.headers, ...headers } });
  }
}
