import { readInThread } from '../../../threads/read-in-thread.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { InstitutionFiling, InstitutionReport } from '../institution-report.js';
import { HolderSource } from './holder-source.js';
import type { SecSettings } from './sec-calls.js';
import { SecDocuments } from './sec-documents.js';
import { filingsInFeed } from './sec-funds.js';

/** SEC EDGAR: the holdings of large institutions, from their reports on form 13F. */
export class SecHolders extends HolderSource {
  readonly name = 'sec';
  private readonly documents: SecDocuments;

  /** @param institutions Central Index Keys */
  constructor(
    parts: SourceParts,
    settings: SecSettings,
    readonly institutions: readonly string[],
  ) {
    super();
    this.documents = SecDocuments.of(parts, settings);
  }

  filings(institution: string): Promise<InstitutionFiling[]> {
    const query = { action: 'getcompany', CIK: institution, type: '13F-HR', count: '40', output: 'atom' };
    return this.documents.get({
      path: '/cgi-bin/browse-edgar',
      query,
      as: 'text',
      parse: (body) => filingsInFeed(String(body)).filter(({ form }) => /^13F-HR(?:\/A)?$/.test(form)),
      records: ({ length }) => length,
    });
  }

  report(
    institution: string,
    { id, filedOn }: InstitutionFiling,
    cusips: readonly string[],
  ): Promise<InstitutionReport> {
    // The name of the file with the table varies; the complete text of the filing has all its documents.
    return this.documents.read(`${folderOf(institution, id)}/${id}.txt`, async (bytes) => {
      const worker = new URL('./form-13f-worker.js', import.meta.url);
      const report = await readInThread<InstitutionReport | null>(worker, { bytes, filedOn, cusips });
      if (report === null) throw badAnswer('form 13F');
      return report;
    });
  }

  urlOf(institution: string, { id }: InstitutionFiling): string {
    return `https://www.sec.gov${folderOf(institution, id)}/${id}-index.htm`;
  }
}

const folderOf = (institution: string, id: string): string =>
  `/Archives/edgar/data/${institution}/${id.replaceAll('-', '')}`;
