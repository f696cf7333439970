import { Readable } from 'node:stream';
import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import type { RecordedAuditEntry } from '../../../audit/audit-log.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { Reply } from '../../../http/reply.js';
import { timeWindow } from '../../../http/time-window.js';
import { AuditEntryDto, AuditExportQuery } from '../audit.dto.js';
import { AuditExport } from './audit-export.service.js';

const lines = 'application/x-ndjson';

@Service()
@Authorized('operator')
@JsonController('/admin/audit/export')
export class AuditExportController {
  constructor(private readonly exports: AuditExport) {}

  @Get('')
  @Endpoint({
    summary: 'Export audit entries',
    description:
      'Sends all matching entries as JSON lines, oldest first. Each has its hash and the hash before it, so ' +
      'that a whole export can be verified without the service. When an export fails, the connection ends ' +
      'before the response does. For CSV, use `GET /admin/audit?format=csv`, page by page.',
    alternatives: {
      [lines]: {
        description: 'One entry per line.',
        lines: [AuditEntryDto],
        example: `${JSON.stringify(exampleOf(AuditEntryDto))}\n`,
      },
    },
  })
  async exportAudit(
    @CurrentCaller() operator: Caller,
    @QueryParams() filter: AuditExportQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Reply> {
    const { from, to, reason, ...others } = filter;
    const entries = await this.exports.begin(
      operator,
      { ...others, ...timeWindow({ from, to }) },
      { ...origin, reason },
    );
    return new Reply(Readable.from(linesOf(entries), { objectMode: false }), { type: lines });
  }
}

async function* linesOf(entries: AsyncIterable<RecordedAuditEntry>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${JSON.stringify(AuditEntryDto.from(entry))}\n`;
}
