import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { EvidenceDto } from './case.dto.js';
import { EvidenceService } from './evidence.service.js';

/** Exports the evidence of the cases of an account; the quota in megabytes limits its size. */
@Service()
export class CaseEvidenceData extends AccountData {
  readonly section = 'caseEvidence';
  readonly description = 'The evidence of its cases, with contents.';
  readonly item = EvidenceDto;

  constructor(private readonly evidence: EvidenceService) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.evidence.all(accountId, this.maxItems)).map(EvidenceDto.from);
  }
}
