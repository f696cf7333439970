import { badAnswer } from '../../../upstream/upstream-error.js';
import {
  CVE,
  cleanText,
  MAX_DESCRIPTION_LENGTH,
  MAX_REFERENCES,
  MAX_TITLE_LENGTH,
  MAX_WEAKNESSES,
  type VulnerabilityReport,
  type VulnerabilitySeverity,
  vulnerabilitySeverities,
} from './vulnerability.js';

export interface NvdPage {
  reports: VulnerabilityReport[];
  totalResults: number;
  /** Number of entries on this page, including invalid ones. */
  entries: number;
}

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
/** Parses a time of NVD, which is in UTC without a zone; undefined if invalid. */
const timeOf = (value: unknown): Date | undefined => {
  const time =
    typeof value === 'string' && value.length <= 35
      ? Date.parse(/Z|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`)
      : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time);
};

/** Reads a page of the NVD CVE API 2.0. @throws UpstreamError `bad_answer` */
export function readNvdPage(body: unknown): NvdPage {
  const { format, totalResults, vulnerabilities } = fieldsOf(body);
  if (format !== 'NVD_CVE' || !Array.isArray(vulnerabilities))
    throw badAnswer('The answer is not a page of CVE entries.');
  if (typeof totalResults !== 'number' || !Number.isInteger(totalResults) || totalResults < 0)
    throw badAnswer('The number of entries is missing.');
  return {
    reports: listOf(vulnerabilities).flatMap(({ cve }) => reportOf(fieldsOf(cve)) ?? []),
    totalResults,
    entries: vulnerabilities.length,
  };
}

function reportOf({
  id,
  published,
  lastModified,
  vulnStatus,
  descriptions,
  metrics,
  weaknesses,
  references,
  ...cve
}: Fields): VulnerabilityReport | undefined {
  if (typeof id !== 'string' || !CVE.test(id) || vulnStatus === 'Rejected') return undefined;
  const texts = listOf(descriptions);
  const english = texts.find(({ lang }) => lang === 'en') ?? texts[0];
  const description = cleanText(english?.value, MAX_DESCRIPTION_LENGTH);
  const publishedAt = timeOf(published);
  if (description === undefined || publishedAt === undefined) return undefined;
  const cwes = listOf(weaknesses).flatMap(({ description: named }) => listOf(named).map(({ value }) => value));
  return {
    id,
    title: cleanText(cve.cisaVulnerabilityName, MAX_TITLE_LENGTH) ?? titleOf(description),
    description,
    ...metricOf(fieldsOf(metrics)),
    publishedAt,
    modifiedAt: timeOf(lastModified),
    weaknesses: [
      ...new Set(cwes.filter((cwe): cwe is string => typeof cwe === 'string' && /^CWE-\d{1,6}$/.test(cwe))),
    ].slice(0, MAX_WEAKNESSES),
    references: listOf(references)
      .flatMap(({ url }) => (typeof url === 'string' && /^https?:\/\/\S{1,1990}$/.test(url) ? [url] : []))
      .slice(0, MAX_REFERENCES),
  };
}

/** Returns the first sentence of a description, or its beginning. */
const titleOf = (description: string): string =>
  (/^.{20,280}?[.!](?=\s|$)/s.exec(description)?.[0] ?? description.slice(0, 200)).replace(/\s+/g, ' ');

/** Returns the values of the newest CVSS version that a vulnerability has; its primary score is preferred. */
function metricOf(metrics: Fields): Pick<VulnerabilityReport, 'score' | 'severity' | 'vector'> {
  for (const version of ['cvssMetricV40', 'cvssMetricV31', 'cvssMetricV30', 'cvssMetricV2']) {
    const all = listOf(metrics[version]);
    const metric = all.find(({ type }) => type === 'Primary') ?? all[0];
    if (metric === undefined) continue;
    const { baseScore, baseSeverity, vectorString } = fieldsOf(metric.cvssData);
    if (typeof baseScore !== 'number' || !(baseScore >= 0 && baseScore <= 10)) continue;
    return {
      score: baseScore,
      severity: severityOf(baseSeverity ?? metric.baseSeverity),
      vector: cleanText(vectorString, 300),
    };
  }
  return {};
}

const severityOf = (value: unknown): VulnerabilitySeverity | undefined =>
  vulnerabilitySeverities.find((severity) => severity === String(value).toLowerCase());
