import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { AuditLog } from '../../audit/audit-log.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../http/caller.js';
import { CursorCodec } from '../../http/cursor.js';
import type { Page } from '../../http/page.js';
import { timeWindow } from '../../http/time-window.js';
import { AuditEntryDto, AuditEntryPageDto, AuditQuery, AuditVerificationDto } from './audit.dto.js';
import { entryOf } from './operator-entry.js';
import { ReadReasons, reasonOf } from './read-reasons.js';

@Service()
@Authorized('operator')
@JsonController('/admin/audit')
export class AuditController {
  constructor(
    private readonly audit: AuditLog,
    private readonly cursors: CursorCodec,
    private readonly reasons: ReadReasons,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List audit entries',
    description:
      'Lists operations on accounts and settings. `actorId` and `subject` together select entries that match ' +
      'either. Each read is recorded, with its `reason`.',
    returns: AuditEntryPageDto,
  })
  async listAudit(
    @CurrentCaller() operator: Caller,
    @QueryParams() query: AuditQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const { limit, cursor, from, to, reason, ...others } = query;
    this.reasons.check({ ...origin, reason });
    const filter = { ...others, ...timeWindow({ from, to }) };
    const page = this.cursors.page(`audit:${JSON.stringify(filter)}`, limit, cursor);
    const entries = await this.audit.list(filter, page.fetch, page.after?.[0] as number | undefined);
    // Recorded after the read, so that a list does not begin with itself.
    const { order: _, ...asked } = filter;
    await this.audit.append(
      entryOf(operator, 'audit.listed', null, origin, { ...asked, ...reasonOf({ ...origin, reason }) }),
    );
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
