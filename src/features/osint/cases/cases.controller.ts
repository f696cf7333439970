import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import {
  InvestigationCaseChangesDto,
  InvestigationCaseDto,
  InvestigationCasePageDto,
  NewInvestigationCaseDto,
} from './case.dto.js';
import { CasesService } from './cases.records.js';

@Service()
@Authorized()
@JsonController('/osint/cases')
export class CasesController {
  constructor(
    private readonly cases: CasesService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your cases',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: InvestigationCasePageDto,
  })
  async listCases(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`cases:${accountId}:${order}`, limit, cursor);
    const found = await this.cases.list(accountId, page.fetch, page.after?.[0] as string | undefined, order);
    return page.answer(found, ({ id }) => [id], InvestigationCaseDto.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Open a case',
    description: 'Opens an investigation to which you add evidence. Cases are private.',
    returns: InvestigationCaseDto,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createCase(@CurrentCaller() { accountId }: Caller, @Body() input: NewInvestigationCaseDto): Promise<Reply> {
    const created = await this.cases.create(accountId, input);
    return Reply.created(InvestigationCaseDto.from(created), `/api/v1/osint/cases/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a case',
    description: 'Returns one of your cases, without its evidence.',
    returns: InvestigationCaseDto,
  })
  async getCase(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<InvestigationCaseDto> {
    return InvestigationCaseDto.from(await this.cases.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update a case',
    description: 'Updates the fields you send. Evidence is never changed.',
    returns: InvestigationCaseDto,
    ifMatch: true,
  })
  async updateCase(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() changes: InvestigationCaseChangesDto,
    @IfMatch() ifMatch?: string,
  ): Promise<InvestigationCaseDto> {
    return InvestigationCaseDto.from(await this.cases.change(accountId, id, changes, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete a case',
    description: 'Deletes the case and its evidence permanently. Export it before if you need it.',
    ifMatch: true,
  })
  async deleteCase(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.cases.remove(accountId, id, ifMatch);
  }
}
