import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import { NextPage, type PageHeaders } from '../../../http/next-link.js';
import type { Page } from '../../../http/page.js';
import { MediaType, type Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { stixAlternative, stixBundle, stixType } from '../stix/stix-object.js';
import { VulnerabilitiesService } from './vulnerabilities.service.js';
import { VulnerabilitiesQuery, VulnerabilityDto, VulnerabilityPageDto } from './vulnerability.dto.js';
import type { Vulnerability } from './vulnerability.js';
import { stixVulnerability } from './vulnerability-stix.js';

const params = {
  cve: {
    description: 'A CVE id, case-insensitive.',
    rule: text(13, 20, /^(?:CVE|cve)-\d{4}-\d{4,7}$/, 'a CVE id such as CVE-2021-44228'),
    example: 'CVE-2021-44228',
  },
};

@Service()
@Authorized()
@JsonController('/osint/vulnerabilities')
export class VulnerabilitiesController {
  constructor(
    private readonly vulnerabilities: VulnerabilitiesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List vulnerabilities',
    description:
      'Lists vulnerabilities, latest listed first unless `order` says otherwise: by the later of the ' +
      'publication and the addition to the catalog of exploited ones. The catalogs are chosen by the ' +
      'operator; by default there is only a built-in excerpt of the KEV catalog.',
    returns: VulnerabilityPageDto,
    alternatives: stixAlternative,
  })
  async listVulnerabilities(
    @QueryParams() query: VulnerabilitiesQuery,
    @MediaType() mediaType: string,
    @NextPage() headersOf: PageHeaders,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, order, q, severity, exploited, ...times } = query;
    const page = this.cursors.page(
      `vulnerabilities:${JSON.stringify([order, q, severity, exploited, times])}`,
      limit,
      cursor,
    );
    const [listedAt, id] = (page.after ?? []) as [string?, string?];
    const after = listedAt === undefined || id === undefined ? undefined : { listedAt: new Date(listedAt), id };
    const found = await this.vulnerabilities.list(
      { q, severities: severity, exploited, ...timeWindow(times) },
      page.fetch,
      after,
      order,
    );
    const keyOf = (one: Vulnerability) => [one.listedAt.toISOString(), one.id];
    if (mediaType !== stixType) return page.answer(found, keyOf, VulnerabilityDto.from);
    const { items, nextCursor } = page.answer(found, keyOf, stixVulnerability);
    return stixBundle(items, headersOf(nextCursor));
  }

  @Get('/:cve')
  @Endpoint({
    summary: 'Get a vulnerability',
    description: 'Returns the entry of a CVE id in the catalogs.',
    returns: VulnerabilityDto,
    alternatives: stixAlternative,
    params,
    errors: ['not_found'],
  })
  async getVulnerability(@Param('cve') id: string, @MediaType() mediaType: string): Promise<VulnerabilityDto | Reply> {
    const found = await this.vulnerabilities.get(id);
    return mediaType === stixType ? stixBundle([stixVulnerability(found)]) : VulnerabilityDto.from(found);
  }
}
