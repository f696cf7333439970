import { unzipSync } from 'fflate';
import { evidenceFile, manifestText, packed } from './case-archive.js';
import { type CaseManifest, MANIFEST_FILE, MANIFEST_FORMAT, type ManifestEvidence, sealOf } from './case-manifest.js';
import { chainHashOf, sha256 } from './evidence-chain.js';

/** The result of the verification of an archive. */
export interface Verification {
  /** Sentences that name every difference; empty for an unchanged archive. */
  problems: string[];
  /** The manifest; undefined when it cannot be read. */
  manifest?: CaseManifest;
}

/** Maximum total length of the files of an archive (bytes); a longer archive is not an exported case. */
const MAX_BYTES = 500_000_000;

/**
 * Verifies an exported case from its bytes alone: files, hashes, chain, and the bytes of the archive besides the files.
 */
export function verifyArchive(archive: Uint8Array): Verification {
  let files: Record<string, Uint8Array>;
  try {
    files = unpack(archive);
  } catch (error) {
    return { problems: [`The archive is damaged: ${error instanceof Error ? error.message : String(error)}.`] };
  }
  const bytes = files[MANIFEST_FILE];
  if (bytes === undefined) return { problems: [`${MANIFEST_FILE} is missing.`] };
  const manifest = readManifest(bytes);
  if (manifest === undefined) return { problems: [`${MANIFEST_FILE} is changed: it is not the manifest of a case.`] };
  const problems = [...compareFiles(files, manifest), ...verifyChain(manifest)];
  if (sealOf(manifest) !== manifest.seal) problems.push(`${MANIFEST_FILE} is changed: its seal does not fit.`);
  else if (!Buffer.from(bytes).equals(Buffer.from(manifestText(manifest))))
    problems.push(`${MANIFEST_FILE} is changed: it is not written as it is exported.`);
  if (problems.length === 0) problems.push(...compareArchive(archive, files));
  return { problems, manifest };
}

function unpack(archive: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  return unzipSync(archive, {
    filter: ({ name, size, originalSize, compression }) => {
      total += originalSize;
      if (compression !== 0 || size !== originalSize) throw new Error(`${name} is compressed`);
      if (total > MAX_BYTES) throw new Error('it is too large');
      return true;
    },
  });
}

function readManifest(bytes: Uint8Array): CaseManifest | undefined {
  try {
    const read: CaseManifest = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    const isManifest =
      read.format === MANIFEST_FORMAT &&
      Array.isArray(read.evidence) &&
      typeof read.case?.id === 'string' &&
      typeof read.page?.sha256 === 'string';
    return isManifest && read.evidence.every(isEntry) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isEntry = (entry: ManifestEvidence): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  [entry.file, entry.sha256, entry.chainHash, entry.id].every((value) => typeof value === 'string');

function compareFiles(files: Readonly<Record<string, Uint8Array>>, { evidence, page }: CaseManifest): string[] {
  const listed = [...evidence, page];
  const names = new Set([MANIFEST_FILE, ...listed.map(({ file }) => file)]);
  const problems = Object.keys(files).flatMap((name) =>
    names.has(name) ? [] : [`${name} is added: the manifest does not list it.`],
  );
  for (const { file, bytes, sha256: expected } of listed) {
    const content = Object.hasOwn(files, file) ? files[file] : undefined;
    if (content === undefined) problems.push(`${file} is missing.`);
    else if (sha256(content) !== expected)
      problems.push(`${file} is changed: its SHA-256 is not that of the manifest.`);
    else if (content.length !== bytes) problems.push(`${MANIFEST_FILE} is changed: the length of ${file} is wrong.`);
  }
  return problems;
}

function verifyChain({ case: about, evidence, chainHash }: CaseManifest): string[] {
  const problems: string[] = [];
  let previousHash: string | null = null;
  for (const [index, entry] of evidence.entries()) {
    const name = `Evidence ${index + 1}`;
    if (entry.sequence !== index + 1)
      problems.push(`${name}: its number is ${entry.sequence}; evidence is missing, added or in another order.`);
    if (entry.caseId !== about.id) problems.push(`${name} belongs to another case.`);
    if (entry.previousHash !== previousHash)
      problems.push(`${name} does not follow the evidence before it in the chain.`);
    if (chainHashOf(entry) !== entry.chainHash)
      problems.push(`${name}: its chain hash does not fit what the manifest says of it.`);
    if (entry.file !== evidenceFile(entry.sequence, entry.mediaType))
      problems.push(`${name}: its file has another name.`);
    previousHash = entry.chainHash;
  }
  if (chainHash !== previousHash) problems.push('The final chain hash is not that of the last evidence.');
  return problems;
}

/** Compares the archive with one that is created again from its files; all bytes must be equal. */
function compareArchive(archive: Uint8Array, files: Readonly<Record<string, Uint8Array>>): string[] {
  const expected = packed(files);
  const length = Math.max(expected.length, archive.length);
  for (let at = 0; at < length; at += 1) {
    if (expected[at] !== archive[at]) return [`The archive is changed at byte ${at}, outside of its files.`];
  }
  return [];
}
