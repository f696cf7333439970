import { hash } from 'node:crypto';

/** The parts of a piece of evidence that its chain hash covers. Times are RFC 3339 in UTC. */
export interface ChainedEvidence {
  caseId: string;
  sequence: number;
  id: string;
  recordType: string | null;
  recordId: string | null;
  title: string;
  url: string | null;
  mediaType: string;
  /** SHA-256 of the content in hexadecimal. */
  sha256: string;
  capturedAt: string;
  /** Chain hash of the previous piece; null for the first. */
  previousHash: string | null;
}

/** Returns the SHA-256 in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/**
 * Returns the chain hash of a piece of evidence: SHA-256 of the JSON array of its members in a fixed order, including
 * the previous chain hash. No piece can therefore be changed, removed or inserted without changing all later hashes.
 */
export function chainHashOf({
  caseId,
  sequence,
  id,
  recordType,
  recordId,
  title,
  url,
  mediaType,
  sha256: content,
  capturedAt,
  previousHash,
}: ChainedEvidence): string {
  return sha256(
    JSON.stringify([
      'watchfloor-evidence/1',
      caseId,
      sequence,
      id,
      recordType,
      recordId,
      title,
      url,
      mediaType,
      content,
      capturedAt,
      previousHash,
    ]),
  );
}
