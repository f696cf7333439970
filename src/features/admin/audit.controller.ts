import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { AuditLog } from '../../audit/audit-log.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { Endpoint } from '../../openapi/endpoint.js';
import { AuditEntryDto, AuditEntryPageDto, AuditQuery, AuditVerificationDto } from './audit.dto.js';

@Service()
@Authorized('operator')
@JsonController('/admin/audit')
export class AuditController {
  constructor(
    private readonly audit: AuditLog,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List recorded acts',
    description: 'What was done to accounts and settings, newest first. `actorId` and `subject` together list the acts of either.',
    returns: AuditEntryPageDto,
  })
  async listAudit(@QueryParams() query: AuditQuery): Promise<Page<object>> {
    const { limit, cursor, ...filter } = query;
    const page = this.cursors.page(`audit:${JSON.stringify(filter)}`, limit, cursor);
    const entries = await this.audit.list(filter, page.fetch, page.after?.[0] as number | undefined);
    return page.answer(entries, (entry) => [entry.sequence], AuditEntryDto.from);
  }

  @Get('/verify')
  @Endpoint({
    summary: 'Verify the record',
    description: 'Recomputes the hash chain from the first entry on. A changed, missing or inserted entry shows.',
    returns: AuditVerificationDto,
  })
  async verifyAudit(): Promise<AuditVerificationDto> {
    return AuditVerificationDto.from(await this.audit.verify());
  }
}
