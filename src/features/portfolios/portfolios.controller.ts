import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import { IfMatch } from '../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../http/page.js';
import { Reply } from '../../http/reply.js';
import { NewPortfolioDto, PortfolioChangesDto, PortfolioDto, PortfolioPageDto } from './portfolio.dto.js';
import { PortfoliosService } from './portfolios.records.js';

@Service()
@Authorized()
@JsonController('/portfolios')
export class PortfoliosController {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your portfolios',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: PortfolioPageDto,
  })
  async listPortfolios(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`portfolios:${accountId}:${order}`, limit, cursor);
    const found = await this.portfolios.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], PortfolioDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create a portfolio',
    description: 'Creates an empty portfolio. Add transactions to it; holdings, values and returns follow from them.',
    returns: PortfolioDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createPortfolio(@CurrentCaller() { accountId }: Caller, @Body() input: NewPortfolioDto): Promise<Reply> {
    const created = await this.portfolios.create(accountId, input);
    return Reply.created(PortfolioDto.from(created), `/api/v1/portfolios/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({ summary: 'Get a portfolio', description: 'Returns one of your portfolios.', returns: PortfolioDto })
  async getPortfolio(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<PortfolioDto> {
    return PortfolioDto.from(await this.portfolios.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a portfolio',
    description: 'Updates the fields you send. Another lot method applies to all sales, past ones included.',
    returns: PortfolioDto,
    ifMatch: true,
  })
  async updatePortfolio(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: PortfolioChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<PortfolioDto> {
    return PortfolioDto.from(await this.portfolios.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a portfolio',
    description: 'Deletes the portfolio and its transactions permanently.',
    ifMatch: true,
  })
  async deletePortfolio(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.portfolios.remove(accountId, id, ifMatch);
  }
}
