import { Service } from 'typedi';
import { version } from '../../../config/version.js';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Clock } from '../../../time/clock.js';
import { OsintConfig } from '../osint.config.js';
import { buildArchiveInThread } from './build-archive-in-thread.js';
import { CaseRepository } from './case.repository.js';
import type { CaseExport } from './case-archive.js';
import { CasesService } from './cases.records.js';

/** Exports cases as archives that `watchfloor verify-case` can verify. */
@Service()
export class CaseExportService {
  constructor(
    private readonly cases: CasesService,
    private readonly repository: CaseRepository,
    private readonly heavyWork: HeavyWork,
    private readonly config: OsintConfig,
    private readonly clock: Clock,
  ) {}

  /** Creates the archive of a case. @throws Problem `not_found`, `overloaded` */
  async archive(accountId: string, id: string, requester: Requester): Promise<Buffer> {
    await this.cases.get(accountId, id);
    const bytes = await this.heavyWork.run(requester, async (inThread) =>
      inThread(buildArchiveInThread, await this.read(accountId, id)),
    );
    return Buffer.from(bytes);
  }

  private async read(accountId: string, id: string): Promise<CaseExport> {
    const { title, description, status, createdAt, updatedAt } = await this.cases.get(accountId, id);
    const evidence = await this.repository.evidence(id, this.config.evidence);
    return {
      case: { id, title, description, status, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
      exportedAt: new Date(this.clock.now()).toISOString(),
      serviceVersion: version,
      evidence: evidence.map(({ capturedAt, ...entry }) => ({ ...entry, capturedAt: capturedAt.toISOString() })),
    };
  }
}
