import { Service } from 'typedi';
import { sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { vulnerabilities } from '../osint.schema.js';

/** Searches vulnerabilities by CVE id, title, vendor, product and description. */
@Service()
export class VulnerabilitySearch extends StoredSource {
  readonly type = 'vulnerability';
  readonly title = 'The vulnerabilities';
  // Search with typing errors is off, because titles of vulnerabilities have no trigram index.
  override readonly toleratesErrors = false;
  protected readonly table: SearchTable = {
    from: sql`${vulnerabilities}`,
    id: vulnerabilities.id,
    isLarge: true,
    title: sql`${vulnerabilities.id} || ' ' || ${vulnerabilities.title}`,
    text: vulnerabilities.description,
    lexemes: vulnerabilities.search,
    time: vulnerabilities.listedAt,
    source: vulnerabilities.vendor,
    visible: () => [sql`true`],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/osint/vulnerabilities/${id}`;
  }
}
