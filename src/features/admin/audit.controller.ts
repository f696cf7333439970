import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { AuditLog } from '../../audit/audit-log.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { timeWindow } from '../../http/time-window.js';
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
    summary: 'List audit entries',
    description:
      'Lists operations on accounts and settings. `actorId` and `subject` together select entries that match either.',
    returns: AuditEntryPageDto,
  })
  async listAudit(@QueryParams() query: AuditQuery): Promise<Page<object>> {
    const { limit, cursor, from, to, ...others } = query;
    const filter = { ...others, ...timeWindow({ from, to }) };
    const page = this.cursors.page(`audit:${JSON.stringify(filter)}`, limit, cursor);
    const entries = await this.audit.list(filter, page.fetch, page.after?.[0] as number | undefined);
    return page.answer(entries, (entry) => [entry.sequence], AuditEntryDto.from);
  }

  @Get('/verify')
  @Endpoint({
    summary: 'Verify the audit record',
    description: 'Recomputes the hash chain from the first entry, which reveals changed, missing or inserted entries.',
    returns: AuditVerificationDto,
  })
  async verifyAudit(): Promise<AuditVerificationDto> {
    return AuditVerificationDto.from(await this.audit.verify());
  }
}
