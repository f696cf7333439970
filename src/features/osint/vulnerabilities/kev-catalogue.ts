import { badAnswer } from '../../../upstream/upstream-error.js';
import {
  CVE,
  cleanText,
  MAX_DESCRIPTION_LENGTH,
  MAX_REFERENCES,
  MAX_TITLE_LENGTH,
  MAX_WEAKNESSES,
  type VulnerabilityReport,
} from './vulnerability.js';

export interface KevCatalogue {
  reports: VulnerabilityReport[];
  /** Time at which CISA published the catalog; null if not stated. */
  releasedAt: Date | null;
  /** Number of entries that do not have the documented format. */
  skipped: number;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayOf = (value: unknown): string | undefined =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/**
 * Reads the catalog of known exploited vulnerabilities (cisa.gov/known-exploited-vulnerabilities-catalog).
 * @throws UpstreamError `bad_answer`
 */
export function readKev(body: unknown): KevCatalogue {
  const { vulnerabilities, dateReleased } = (body ?? {}) as Record<string, unknown>;
  if (!Array.isArray(vulnerabilities)) throw badAnswer('The catalog has no list of vulnerabilities.');
  const reports = vulnerabilities.flatMap((entry) => reportOf(entry) ?? []);
  if (reports.length === 0) throw badAnswer('The catalog has no entries.');
  const released = typeof dateReleased === 'string' ? Date.parse(dateReleased) : Number.NaN;
  return {
    reports,
    releasedAt: Number.isNaN(released) ? null : new Date(released),
    skipped: vulnerabilities.length - reports.length,
  };
}

function reportOf(entry: unknown): VulnerabilityReport | undefined {
  const {
    cveID,
    vendorProject,
    product,
    vulnerabilityName,
    dateAdded,
    shortDescription,
    requiredAction,
    dueDate,
    knownRansomwareCampaignUse,
    notes,
    cwes,
  } = (entry ?? {}) as Record<string, unknown>;
  const since = dayOf(dateAdded);
  const title = cleanText(vulnerabilityName, MAX_TITLE_LENGTH);
  if (typeof cveID !== 'string' || !CVE.test(cveID) || since === undefined || title === undefined) return undefined;
  return {
    id: cveID,
    title,
    description: cleanText(shortDescription, MAX_DESCRIPTION_LENGTH) ?? title,
    vendor: cleanText(vendorProject, 200),
    product: cleanText(product, 200),
    exploitation: {
      since,
      dueDate: dayOf(dueDate) ?? null,
      requiredAction: cleanText(requiredAction, 2_000) ?? null,
      ransomware: knownRansomwareCampaignUse === 'Known',
    },
    weaknesses: Array.isArray(cwes)
      ? cwes.filter((cwe) => typeof cwe === 'string' && /^CWE-\d{1,6}$/.test(cwe)).slice(0, MAX_WEAKNESSES)
      : [],
    references: (typeof notes === 'string' ? notes.split(/\s*;\s*/) : [])
      .filter((url) => /^https?:\/\/\S{1,1990}$/.test(url))
      .slice(0, MAX_REFERENCES),
  };
}
