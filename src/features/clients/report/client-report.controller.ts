import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { htmlPage, htmlType, WantsPage } from '../../../http/html-response.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { ClientReportDto, ClientReportQuery } from './client-report.dto.js';
import { ClientReports } from './client-report.service.js';
import { ReportPages } from './report-pages.service.js';

const example =
  '<!doctype html>\n<html lang="en"><head><title>Report for Ada Lovelace</title></head><body>…</body></html>\n';

@Service()
@Authorized()
@JsonController('/clients/:id/report')
export class ClientReportController {
  constructor(
    private readonly reports: ClientReports,
    private readonly pages: ReportPages,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Get the report on a client',
    description:
      'Returns all portfolios of the client together: value, allocation, time-weighted and money-weighted ' +
      'return by period and against a benchmark, holdings, income, fees, realized gains, risk, the check of ' +
      'the mandate, and which prices are missing or stale. As JSON, or as a page to print on A4 with ' +
      '`Accept: text/html` or `format=html`, with the letterhead of `GET /clients/letterhead`. Notes are not part of it.',
    returns: ClientReportDto,
    alternatives: { [htmlType]: { description: 'The report as a page without scripts.', example } },
    errors: ['overloaded'],
    granted: 'read',
  })
  async getClientReport(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: ClientReportQuery,
    @CurrentRequester() requester: Requester,
    @WantsPage() isPage: boolean,
  ): Promise<ClientReportDto | Reply> {
    if (!isPage) return ClientReportDto.from(await this.reports.read(accountId, id, query, requester.signal));
    const { html, policy } = await this.pages.render(requester, id, query);
    return htmlPage(html, policy);
  }
}
