import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { wrongParameter } from '../../../api/problem.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Order } from '../../../time/sort-order.js';
import { utcDay } from '../civil-day.js';
import { symbolParameter } from '../symbol-parameter.js';
import { CompaniesService } from './companies.service.js';
import { CompanyDto, CompanyFilingDto, CompanyFilingListDto, FilingsQuery } from './company.dto.js';
import { momentOf } from './known-at.js';
import { CompanyRatioListDto, RatioPeriodDto, RatiosQuery } from './ratio.dto.js';
import { RatiosService } from './ratios.service.js';
import { CompanyStatementListDto, StatementPeriodDto, StatementsQuery } from './statement.dto.js';
import { StatementsService } from './statements.service.js';

const params = { symbol: symbolParameter };

@Service()
@Authorized()
@JsonController('/markets/companies')
export class CompaniesController {
  constructor(
    private readonly companies: CompaniesService,
    private readonly statements: StatementsService,
    private readonly ratios: RatiosService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:symbol')
  @Endpoint({
    summary: 'Get a company',
    description:
      'Returns the profile of a company by the symbol of its share, according to its regulator: SEC EDGAR for ' +
      'shares in the United States, if the operator has configured it.',
    returns: CompanyDto,
    params,
    errors: ['unprocessable'],
  })
  async getCompany(@Param('symbol') symbol: string): Promise<CompanyDto> {
    return CompanyDto.from(await this.companies.read(symbol));
  }

  @Get('/:symbol/filings')
  @Endpoint({
    summary: 'List the filings of a company',
    description:
      'Returns filings, by default newest first, with the time from which the public could read them. EDGAR ' +
      'lists the latest thousand or more; the list is complete from the day `completeSince` on.',
    returns: CompanyFilingListDto,
    params,
    errors: ['unprocessable'],
  })
  async listCompanyFilings(
    @Param('symbol') symbol: string,
    @QueryParams() query: FilingsQuery,
  ): Promise<CompanyFilingListDto> {
    const { form, from, to, knownAt, order, limit, cursor } = query;
    const [start, end] = [from, to].map((time) => (time === undefined ? undefined : new Date(time)));
    if (start !== undefined && end !== undefined && start >= end)
      throw wrongParameter('query/from', 'must be before `to`');
    const page = this.cursors.page(
      `filings:${JSON.stringify([symbol, form, from, to, knownAt, order])}`,
      limit,
      cursor,
    );
    const filter = { forms: form?.map((one) => one.toUpperCase()), from: start, to: end, knownAt: momentOf(knownAt) };
    const company = await this.companies.filings(symbol, filter);
    const filings = order === 'asc' ? company.filings.toReversed() : company.filings;
    const after = page.after?.[0] as string | undefined;
    const first = after === undefined ? 0 : filings.findIndex(({ accession }) => accession === after) + 1;
    const rows = filings.slice(first, first + page.fetch);
    return CompanyFilingListDto.from(
      company,
      page.answer(rows, ({ accession }) => [accession], CompanyFilingDto.from),
    );
  }

  @Get('/:symbol/statements')
  @Endpoint({
    summary: 'List the statements of a company',
    description:
      'Returns the figures of income, balance sheet and cash flow by fiscal year or quarter, by default newest ' +
      'first, each with the filing that states it, the time from which it was known, and values that were ' +
      'restated. With `knownAt`, only figures published by that moment are returned, for studies of the past. ' +
      'Quarters that no filing states are derived from longer periods (`derivation`): cash flows of the second ' +
      'quarter are six months minus three, and the fourth quarter is the year minus nine months. Figures per ' +
      'share and average numbers of shares are never derived.',
    returns: CompanyStatementListDto,
    params,
    csv: CompanyStatementListDto.table,
    errors: ['unprocessable'],
  })
  async listCompanyStatements(
    @Param('symbol') symbol: string,
    @QueryParams() query: StatementsQuery,
  ): Promise<CompanyStatementListDto> {
    const { period, statement, from, to, knownAt, order, limit, cursor } = query;
    const [firstDay, endDay] = [from, to].map(utcDay);
    if (firstDay !== undefined && endDay !== undefined && firstDay >= endDay)
      throw wrongParameter('query/from', 'must be before `to`');
    const scope = `statements:${JSON.stringify([symbol, period, statement, from, to, knownAt, order])}`;
    const page = this.cursors.page(scope, limit, cursor);
    const request = { period, statements: statement, firstDay, endDay, knownAt: momentOf(knownAt) };
    const found = await this.statements.read(symbol, request);
    const rows = rowsOf(found.periods, order, page);
    return CompanyStatementListDto.from(
      found,
      page.answer(rows, ({ end }) => [end], StatementPeriodDto.from),
    );
  }

  @Get('/:symbol/ratios')
  @Endpoint({
    summary: 'List the ratios of a company',
    lane: 'reads',
    description:
      'Returns ratios by period, by default newest first, computed by this service, each with its formula and ' +
      'the figures that go into it. A ratio without a meaning, such as a return on negative equity, has no value ' +
      'but a reason. `valuation` compares the last close with the latest twelve months; the number of shares is ' +
      'that of the latest cover of a report, multiplied by splits since then. With `knownAt`, figures and close ' +
      'are those that were known then.',
    returns: CompanyRatioListDto,
    params,
    csv: CompanyRatioListDto.table,
    errors: ['unprocessable'],
  })
  async listCompanyRatios(
    @Param('symbol') symbol: string,
    @QueryParams() query: RatiosQuery,
  ): Promise<CompanyRatioListDto> {
    const { period, knownAt, order, limit, cursor } = query;
    const page = this.cursors.page(`ratios:${JSON.stringify([symbol, period, knownAt, order])}`, limit, cursor);
    const found = await this.ratios.read(symbol, { period, knownAt: momentOf(knownAt) });
    const rows = rowsOf(found.periods, order, page);
    return CompanyRatioListDto.from(
      found,
      page.answer(
        rows,
        ({ end }) => [end],
        (one) => RatioPeriodDto.from(one, found.ratiosOf(one)),
      ),
    );
  }
}

/**
 * Returns the periods of a page.
 * @param periods newest first
 * @param after the end of the last period of the page before
 */
function rowsOf<Period extends { end: string }>(
  periods: readonly Period[],
  order: Order,
  { after, fetch }: { after?: readonly (string | number)[]; fetch: number },
): Period[] {
  const last = after?.[0] as string | undefined;
  const ordered = order === 'asc' ? periods.toReversed() : periods;
  const isNext = ({ end }: Period) => last === undefined || (order === 'asc' ? end > last : end < last);
  return ordered.filter(isNext).slice(0, fetch);
}
