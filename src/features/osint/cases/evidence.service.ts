import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { OsintConfig } from '../osint.config.js';
import { type Evidence, type EvidenceEntry, MAX_CONTENT_LENGTH, type RecordType } from './case.js';
import { CaseRepository } from './case.repository.js';
import { CasesService } from './cases.records.js';
import { chainHashOf, sha256 } from './evidence-chain.js';
import { RecordCapture } from './record-capture.service.js';

/** Evidence as a request contains it: a record of this service, or content that the account enters. */
export interface EvidenceInput {
  recordType?: RecordType;
  recordId?: string;
  title?: string;
  url?: string | null;
  content?: string;
}

type Captured = Pick<Evidence, 'recordType' | 'recordId' | 'title' | 'url' | 'mediaType' | 'content'>;

const MAX_TITLE_LENGTH = 300;
const MEGABYTE = 1_000_000;

const invalid = (pointer: string, detail: string): Problem =>
  new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: [{ pointer, detail }] });

/** Adds evidence to cases; each piece is chained to the previous one. Evidence is never changed. */
@Service()
export class EvidenceService {
  constructor(
    private readonly repository: CaseRepository,
    private readonly cases: CasesService,
    private readonly capturing: RecordCapture,
    private readonly database: Database,
    private readonly config: OsintConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds a piece of evidence.
   * @throws Problem `not_found`, `invalid_request`, `unprocessable` for an unknown record, `conflict` for a closed
   * case, `quota_reached`
   */
  async add(accountId: string, caseId: string, input: EvidenceInput): Promise<Evidence> {
    await this.cases.get(accountId, caseId);
    const captured = await this.captured(accountId, input);
    return this.database.transaction(async () => {
      const current = await this.cases.hold(accountId, caseId);
      if (current.status === 'closed')
        throw new Problem('conflict', { detail: 'The case is closed; open it to add evidence.' });
      if (current.evidenceCount >= this.config.evidence)
        throw new Problem('quota_reached', {
          detail: `A case has at most ${this.config.evidence} pieces of evidence here; open another case.`,
        });
      await this.checkStorage(accountId, captured.content);
      const now = new Date(this.clock.now());
      const place = { id: uuidV7(), caseId, sequence: current.evidenceCount + 1, previousHash: current.chainHash };
      const { content, ...described } = captured;
      const hashed = { ...place, ...described, sha256: sha256(content) };
      const chainHash = chainHashOf({ ...hashed, capturedAt: now.toISOString() });
      const evidence: Evidence = { ...hashed, content, capturedAt: now, chainHash };
      await this.repository.insertEvidence(evidence);
      await this.repository.replace({
        ...current,
        evidenceCount: place.sequence,
        chainHash,
        version: current.version + 1,
        updatedAt: now,
      });
      return evidence;
    });
  }

  /** Lists evidence in the order of the chain, without contents. @throws Problem `not_found` */
  async list(accountId: string, caseId: string, limit: number, after?: number): Promise<EvidenceEntry[]> {
    await this.cases.get(accountId, caseId);
    return this.repository.entries(caseId, limit, after);
  }

  /** Returns a piece of evidence. @throws Problem `not_found` */
  async get(accountId: string, caseId: string, sequence: number): Promise<Evidence> {
    await this.cases.get(accountId, caseId);
    const found = await this.repository.findEvidence(caseId, sequence);
    if (found === undefined) throw new Problem('not_found', { detail: 'The case has no evidence with this number.' });
    return found;
  }

  /** Lists at most `limit` pieces of evidence of an account, by case. */
  all(accountId: string, limit: number): Promise<Evidence[]> {
    return this.repository.ofAccount(accountId, limit);
  }

  private async captured(
    accountId: string,
    { recordType, recordId, title, url = null, content }: EvidenceInput,
  ): Promise<Captured> {
    if (recordType === undefined && recordId === undefined) {
      if (title === undefined) throw invalid('/title', 'must be set with a content of your own');
      if (content === undefined)
        throw invalid('/content', 'must be set, or recordType and recordId for a record of this service');
      return { recordType: null, recordId: null, title, url, mediaType: 'text/plain', content };
    }
    if (recordType === undefined) throw invalid('/recordType', 'must be set together with recordId');
    if (recordId === undefined) throw invalid('/recordId', 'must be set together with recordType');
    if (content !== undefined) throw invalid('/content', 'must be absent with a record: its content is captured');
    if (url !== null) throw invalid('/url', 'must be absent with a record');
    const found = await this.capturing.capture(accountId, recordType, recordId);
    const text = JSON.stringify(found.record);
    if (text.length > MAX_CONTENT_LENGTH)
      throw new Problem('unprocessable', { detail: 'The record is too large for evidence.' });
    return {
      recordType,
      recordId,
      title: title ?? found.title.slice(0, MAX_TITLE_LENGTH),
      url,
      mediaType: 'application/json',
      content: text,
    };
  }

  private async checkStorage(accountId: string, content: string): Promise<void> {
    const limit = this.config.evidenceMegabytes;
    if ((await this.repository.storedBytes(accountId)) + Buffer.byteLength(content) > limit * MEGABYTE)
      throw new Problem('quota_reached', {
        detail: `The evidence of an account takes at most ${limit} MB here; export and delete a case first.`,
      });
  }
}
