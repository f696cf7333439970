import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { fileHeaders } from '../../../http/file-name.js';
import { type Page, PageQuery } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { EvidenceDto, EvidenceEntryDto, EvidencePageDto, NewEvidenceDto } from './case.dto.js';
import { CaseExportService } from './case-export.service.js';
import { EvidenceService } from './evidence.service.js';

const params = {
  sequence: {
    description: 'The number of the piece in its case, from 1.',
    rule: text(1, 4, /^[1-9]\d{0,3}$/, 'a number from 1'),
    example: '1',
  },
};

@Service()
@Authorized()
@JsonController('/osint/cases/:id')
export class EvidenceController {
  constructor(
    private readonly evidence: EvidenceService,
    private readonly exporting: CaseExportService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/evidence')
  @Endpoint({
    summary: 'List the evidence of a case',
    description: 'Lists the evidence in the order of the chain, without contents.',
    returns: EvidencePageDto,
    granted: 'read',
  })
  async listEvidence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor }: PageQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`evidence:${accountId}:${id}`, limit, cursor);
    const found = await this.evidence.list(accountId, id, page.fetch, page.after?.[0] as number | undefined);
    return page.answer(found, ({ sequence }) => [sequence], EvidenceEntryDto.from);
  }

  @Post('/evidence')
  @Endpoint({
    summary: 'Add evidence to a case',
    description:
      'Captures a record of this service as it is now, or stores a content of your own, with the time, its ' +
      'SHA-256, and a hash that chains it to the evidence ' +
      'before. Evidence cannot be changed, and is removed only together with the case.',
    returns: EvidenceDto,
    status: 201,
    idempotent: true,
    errors: ['conflict', 'quota_reached', 'unprocessable'],
  })
  async addEvidence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() input: NewEvidenceDto,
  ): Promise<Reply> {
    const added = await this.evidence.add(accountId, id, input);
    return Reply.created(EvidenceDto.from(added), `/api/v1/osint/cases/${id}/evidence/${added.sequence}`);
  }

  @Get('/evidence/:sequence')
  @Endpoint({
    summary: 'Get evidence',
    description: 'Returns a piece of evidence with its content.',
    returns: EvidenceDto,
    params,
    granted: 'read',
  })
  async getEvidence(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Param('sequence') sequence: string,
  ): Promise<EvidenceDto> {
    return EvidenceDto.from(await this.evidence.get(accountId, id, Number(sequence)));
  }

  @Get('/export')
  @Endpoint({
    summary: 'Export a case',
    description:
      'Returns one zip archive with `manifest.json`, a page to read (`index.html`) and a file for each ' +
      'piece of evidence. `npx watchfloor verify-case FILE` verifies it without the service and names any ' +
      'change.',
    alternatives: { 'application/zip': { description: 'The archive.', example: 'PK…' } },
    headers: { 'Content-Disposition': 'The file name of the archive.' },
    errors: ['overloaded'],
    granted: 'read',
  })
  async exportCase(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const archive = await this.exporting.archive(accountId, id, requester);
    return new Reply(archive, { type: 'application/zip', headers: fileHeaders(`case-${id}.zip`) });
  }
}
