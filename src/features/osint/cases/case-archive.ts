import { zipSync } from 'fflate';
import {
  type CaseManifest,
  MANIFEST_FILE,
  MANIFEST_FORMAT,
  type ManifestEvidence,
  PAGE_FILE,
  sealOf,
} from './case-manifest.js';
import { casePage } from './case-page.js';
import { sha256 } from './evidence-chain.js';

/** The content of an exported case, as plain values, so that a thread can create the archive. */
export interface CaseExport {
  case: CaseManifest['case'];
  exportedAt: string;
  serviceVersion: string;
  evidence: ReadonlyArray<Omit<ManifestEvidence, 'file' | 'bytes'> & { content: string }>;
}

/**
 * The time of all files. Zip stores local times, so the date is given in local time: the bytes are then the same in
 * every time zone.
 */
const NO_TIME = new Date(1980, 0, 1);

/**
 * Packs files into a zip archive without compression or times, so that the same files always give the same bytes and a
 * verifier can recreate the archive.
 */
export const packed = (files: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> =>
  zipSync({ ...files }, { level: 0, mtime: NO_TIME });

/** Returns the name of a piece's file, such as `evidence/0001.json`. */
export const evidenceFile = (sequence: number, mediaType: string): string =>
  `evidence/${String(sequence).padStart(4, '0')}.${mediaType === 'application/json' ? 'json' : 'txt'}`;

export const manifestText = (manifest: CaseManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/** Creates the archive of a case: manifest, page and evidence. The time is linear in the size of the contents. */
export function buildArchive({
  case: about,
  exportedAt,
  serviceVersion,
  evidence,
}: CaseExport): Uint8Array<ArrayBuffer> {
  const contents = evidence.map(({ content }) => Buffer.from(content, 'utf8'));
  const entries = evidence.map(({ content: _, ...entry }, index) => {
    return { ...entry, file: evidenceFile(entry.sequence, entry.mediaType), bytes: (contents[index] as Buffer).length };
  });
  const described = {
    format: MANIFEST_FORMAT,
    case: about,
    exportedAt,
    serviceVersion,
    evidence: entries,
    chainHash: entries.at(-1)?.chainHash ?? null,
  } as const;
  const page = Buffer.from(
    casePage(
      described,
      evidence.map(({ content }) => content),
    ),
    'utf8',
  );
  const unsealed = { ...described, page: { file: PAGE_FILE, bytes: page.length, sha256: sha256(page) } } as const;
  const manifest: CaseManifest = { ...unsealed, seal: sealOf(unsealed) };
  return packed({
    [MANIFEST_FILE]: new Uint8Array(Buffer.from(manifestText(manifest), 'utf8')),
    [PAGE_FILE]: new Uint8Array(page),
    ...Object.fromEntries(entries.map(({ file }, index) => [file, new Uint8Array(contents[index] as Buffer)])),
  });
}
