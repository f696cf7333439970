import { Environment } from '../../config/environment.js';
import { readVendors, type VendorSettings } from '../../upstream/vendor.js';
import { osintVendors } from './osint.vendors.js';

/** Configuration of the sources of sanctions and vulnerabilities, and the quotas of cases. */
export class OsintConfig {
  /** The configured sources, unparsed; sanctions/sanctions-sources.ts parses them. */
  readonly sanctionsSources: readonly string[];
  readonly vulnerabilitySources: readonly string[];
  /** Name of the OpenSanctions data set. */
  readonly openSanctionsDataset: string;
  readonly vendors: Readonly<Record<keyof typeof osintVendors, VendorSettings>>;
  /** Optional API key; NVD allows ten times as many calls with it. */
  readonly nvdApiKey?: string;
  readonly cases: number;
  readonly evidence: number;
  /** Maximum size of all evidence of an account, in megabytes. */
  readonly evidenceMegabytes: number;

  constructor(env: Environment) {
    const sources = (name: string, fallback: string, meaning: string) => {
      const chosen = env.list(name, { meaning, defaultText: fallback });
      const listed = chosen.length === 0 ? [fallback] : chosen;
      if (new Set(listed).size < listed.length) env.refuse(name, 'must not name a source twice');
      if (listed.includes('none') && listed.length > 1) env.refuse(name, 'must not name other sources beside none');
      return listed.filter((source) => source !== 'none');
    };
    this.sanctionsSources = sources(
      'SVC_SANCTIONS_SOURCES',
      'simulator',
      'Sanctions lists, separated by commas: `simulator`, `ofac`, `opensanctions`, `file:PATH` (FollowTheMoney ' +
        'JSON lines, or a folder with sdn.csv, alt.csv, add.csv and sdn_comments.csv, and optionally ' +
        'cons_prim.csv, cons_alt.csv, cons_add.csv and cons_comments.csv), `https://…` (JSON lines); `none` ' +
        'disables them.',
    );
    this.vulnerabilitySources = sources(
      'SVC_VULNERABILITY_SOURCES',
      'sample',
      'Catalogs of vulnerabilities, separated by commas: `sample` (a built-in excerpt of the KEV catalog), ' +
        '`kev`, `nvd`; `none` disables them.',
    );
    for (const source of this.sanctionsSources) {
      if (!/^(?:simulator|ofac|opensanctions|file:.+|https?:\/\/.+)$/.test(source))
        env.refuse(
          'SVC_SANCTIONS_SOURCES',
          'must list some of simulator, ofac, opensanctions, file:PATH and https://…, or none',
        );
    }
    for (const source of this.vulnerabilitySources) {
      if (!/^(?:sample|kev|nvd)$/.test(source))
        env.refuse('SVC_VULNERABILITY_SOURCES', 'must list some of sample, kev and nvd, or none');
    }
    this.vendors = readVendors(env, osintVendors);
    this.openSanctionsDataset =
      env.text('SVC_OPENSANCTIONS_DATASET', {
        meaning: 'Data set of OpenSanctions, as in its address.',
        defaultText: 'sanctions',
      }) ?? 'sanctions';
    if (!/^[a-z0-9_]{1,100}$/.test(this.openSanctionsDataset))
      env.refuse('SVC_OPENSANCTIONS_DATASET', 'must consist of lower-case letters, digits and _');
    this.nvdApiKey = env.text('SVC_NVD_API_KEY', {
      meaning: 'API key of NVD; optional, for more calls.',
      secret: true,
    });
    this.cases = env.integer('SVC_CASE_LIMIT', 50, 1, 10_000, { meaning: 'Maximum number of cases per account.' });
    this.evidenceMegabytes = env.integer('SVC_EVIDENCE_MEGABYTES', 20, 1, 10_000, {
      meaning: 'Maximum size of all evidence of an account, in megabytes.',
    });
    this.evidence = env.integer('SVC_CASE_EVIDENCE_LIMIT', 200, 1, 1_000, {
      meaning: 'Maximum number of pieces of evidence in a case.',
    });
  }
}
