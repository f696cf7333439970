import { hash } from 'node:crypto';

/** The parts of a piece of evidence that the hash of a chain covers. Times are RFC 3339 in UTC. */
export interface ChainedEvidence {
  caseId: string;
  sequence: number;
  id: string;
  recordType: string | null;
  recordId: string | null;
  title: string;
  url: string | null;
  mediaType: string;
  /** SHA-256 of the content. */
  sha256: string;
  capturedAt: string;
  /** The chain hash of the piece before; null for the first. */
  previousHash: string | null;
}

/** SHA-256 in hexadecimal. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

/**
 * The chain hash of a piece of evidence: SHA-256 of the JSON array of its members in a fixed order, with the chain hash
 * before it, so that nothing can be changed, removed or put in between without changing all later ones.
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
