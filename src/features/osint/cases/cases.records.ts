import { Service } from 'typedi';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { OsintConfig } from '../osint.config.js';
import { InvestigationCaseDto } from './case.dto.js';
import type { Case, CaseStatus } from './case.js';
import { CaseRepository } from './case.repository.js';

export interface CaseInput {
  title: string;
  description?: string | null;
}

/** Changes of a case; omitted fields are unchanged. */
export interface CaseChanges extends Partial<CaseInput> {
  status?: CaseStatus;
}

/** Manages the cases of an account. Evidence is deleted with its case. */
@Service()
export class CasesService extends OwnedRecords<Case, CaseInput, CaseChanges> {
  constructor(parts: OwnedParts, repository: CaseRepository, config: OsintConfig) {
    super(parts, {
      table: repository,
      noun: 'case',
      limitName: 'cases',
      limit: () => config.cases,
      exported: {
        section: 'cases',
        description: 'Investigation cases, without their evidence.',
        item: InvestigationCaseDto,
      },
      searched: {
        type: 'case',
        title: 'Your cases',
        path: '/osint/cases',
        texts: ['title', 'description'],
        snippet: 'description',
      },
      shared: { name: 'case', path: '/osint/cases', access: ['read', 'write'] },
    });
  }

  protected fresh(_accountId: string, { title, description = null }: CaseInput): ContentOf<Case> {
    return { title, description, status: 'open', evidenceCount: 0, chainHash: null };
  }

  protected revised(_case: Case, { title, description, status }: CaseChanges): Partial<Case> {
    return { title, description, status };
  }

  protected override quotaDetail(limit: number): string {
    return `An account has at most ${limit} cases here; export and delete one first.`;
  }
}
