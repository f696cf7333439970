import { Service } from 'typedi';
import { OsintConfig } from '../osint.config.js';
import type { StixObject } from '../stix/stix-object.js';
import type { StixSelection } from '../stix/stix-selection.js';
import { CaseRepository } from './case.repository.js';
import { stixCase, stixEvidence } from './case-stix.js';
import { CasesService } from './cases.records.js';

/** Publishes cases and their evidence as STIX objects. */
@Service()
export class CasePublication {
  constructor(
    private readonly cases: CasesService,
    private readonly repository: CaseRepository,
    private readonly config: OsintConfig,
  ) {}

  /** Returns the objects of a case and of all its evidence. @throws Problem `not_found` */
  async of(accountId: string, id: string): Promise<StixObject[]> {
    const found = await this.cases.get(accountId, id);
    const evidence = await this.repository.evidence(id, this.config.evidence);
    const ids = evidence.map((piece) => piece.id);
    return [stixCase(found, ids), ...evidence.map(stixEvidence)];
  }

  /** Lists the objects of cases by the time of their last change. The ids are those of the cases. */
  async changedCases(accountId: string, selection: StixSelection) {
    const cases = await this.repository.changedCases(accountId, selection);
    const evidence = await this.repository.evidenceIds(cases.map(({ id }) => id));
    return cases.map((found) => ({
      id: found.id,
      time: found.updatedAt,
      object: stixCase(found, evidence.get(found.id) ?? []),
    }));
  }

  /** Lists the objects of evidence by the time at which it was captured. The ids are those of the evidence. */
  async capturedEvidence(accountId: string, selection: StixSelection) {
    const evidence = await this.repository.capturedEvidence(accountId, selection);
    return evidence.map((piece) => ({ id: piece.id, time: piece.capturedAt, object: stixEvidence(piece) }));
  }
}
