import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { wrongParameter } from '../../../api/problem.js';
import { CursorCodec } from '../../../http/cursor.js';
import { symbolParameter } from '../symbol-parameter.js';
import { CompanyHolderDto, CompanyHolderListDto, HoldersQuery } from './holder.dto.js';
import { HoldersService } from './holders.service.js';
import { CompanyInsiderListDto, InsiderReportLineDto, InsidersQuery } from './insider.dto.js';
import { InsidersService } from './insiders.service.js';
import { momentOf } from './known-at.js';

const params = { symbol: symbolParameter };

@Service()
@Authorized()
@JsonController('/markets/companies')
export class OwnershipController {
  constructor(
    private readonly insiders: InsidersService,
    private readonly holders: HoldersService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:symbol/insiders')
  @Endpoint({
    summary: 'List the trades of the insiders of a company',
    description:
      'Returns transactions and holdings of directors, officers and owners of more than 10 %, from their reports ' +
      'on forms 3, 4 and 5 to the SEC, by default the latest filing first. Each line states its report and the ' +
      'time from which it was known; a report that was amended names its amendment (`amendedBy`), and both are ' +
      'listed. With `knownAt`, later reports and amendments are left out. At most 12 reports are read for one ' +
      'page.',
    returns: CompanyInsiderListDto,
    params,
    csv: CompanyInsiderListDto.table,
    errors: ['unprocessable'],
  })
  async listCompanyInsiders(
    @Param('symbol') symbol: string,
    @QueryParams() query: InsidersQuery,
  ): Promise<CompanyInsiderListDto> {
    const { code, from, to, knownAt, order, limit, cursor } = query;
    const [start, end] = [from, to].map((time) => (time === undefined ? undefined : new Date(time)));
    if (start !== undefined && end !== undefined && start >= end)
      throw wrongParameter('query/from', 'must be before `to`');
    const scope = `insiders:${JSON.stringify([symbol, code, from, to, knownAt, order])}`;
    const page = this.cursors.page(scope, limit, cursor);
    const found = await this.insiders.read(symbol, {
      codes: code,
      from: start,
      to: end,
      knownAt: momentOf(knownAt),
      order,
      after: page.after as [string, number] | undefined,
      fetch: page.fetch,
    });
    const answer = page.answer([...found.rows], ({ filing, at }) => [filing.accession, at], InsiderReportLineDto.from);
    if (answer.nextCursor === null && found.next !== undefined)
      answer.nextCursor = this.cursors.encode(scope, found.next);
    return CompanyInsiderListDto.from(found, answer);
  }

  @Get('/:symbol/holders')
  @Endpoint({
    summary: 'List the institutions that hold a company',
    description:
      'Returns which of the institutions that the operator has configured held a share at the end of a quarter, ' +
      'the largest number of shares first, from their reports on form 13F to the SEC, which are found by CUSIP. ' +
      'Restatements and additional holdings that were published within 90 days of the quarter are included; with ' +
      '`knownAt`, only those that were public. Reports that were not read yet are read in the background and ' +
      'counted in `institutions.pendingCount`.',
    returns: CompanyHolderListDto,
    params,
    csv: CompanyHolderListDto.table,
    errors: ['unprocessable'],
  })
  async listCompanyHolders(
    @Param('symbol') symbol: string,
    @QueryParams() query: HoldersQuery,
  ): Promise<CompanyHolderListDto> {
    const { period, knownAt, limit, cursor } = query;
    if (period !== undefined && !/-(?:03-31|06-30|09-30|12-31)$/.test(period))
      throw wrongParameter('query/period', 'must be the last day of a quarter, such as 2026-06-30');
    const page = this.cursors.page(`holders:${JSON.stringify([symbol, period, knownAt])}`, limit, cursor);
    const found = await this.holders.read(symbol, period, momentOf(knownAt));
    const first = (page.after?.[0] as number | undefined) ?? 0;
    const rows = found.holders.slice(first, first + page.fetch).map((holder, at) => ({ holder, next: first + at + 1 }));
    return CompanyHolderListDto.from(
      found,
      page.answer(
        rows,
        ({ next }) => [next],
        ({ holder }) => CompanyHolderDto.from(holder),
      ),
    );
  }
}
