import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { timeWindow } from '../../../http/time-window.js';
import { VulnerabilitiesService } from './vulnerabilities.service.js';
import { VulnerabilitiesQuery, VulnerabilityDto, VulnerabilityPageDto } from './vulnerability.dto.js';

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
  })
  async listVulnerabilities(@QueryParams() query: VulnerabilitiesQuery): Promise<Page<object>> {
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
    return page.answer(found, (one) => [one.listedAt.toISOString(), one.id], VulnerabilityDto.from);
  }

  @Get('/:cve')
  @Endpoint({
    summary: 'Get a vulnerability',
    description: 'Returns the entry of a CVE id in the catalogs.',
    returns: VulnerabilityDto,
    params,
    errors: ['not_found'],
  })
  async getVulnerability(@Param('cve') id: string): Promise<VulnerabilityDto> {
    return VulnerabilityDto.from(await this.vulnerabilities.get(id));
  }
}
