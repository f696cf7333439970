import { type ChainedEvidence, sha256 } from './evidence-chain.js';

export const MANIFEST_FORMAT = 'watchfloor-case/1';
export const MANIFEST_FILE = 'manifest.json';
export const PAGE_FILE = 'index.html';

/** A piece of evidence in a manifest. */
export interface ManifestEvidence extends ChainedEvidence {
  /** Name of the file, such as `evidence/0001.json`. */
  file: string;
  bytes: number;
  chainHash: string;
}

/** Content of `manifest.json` in an exported case. */
export interface CaseManifest {
  format: typeof MANIFEST_FORMAT;
  case: { id: string; title: string; description: string | null; status: string; createdAt: string; updatedAt: string };
  exportedAt: string;
  /** Version of the service that exported the case. */
  serviceVersion: string;
  evidence: ManifestEvidence[];
  /** Chain hash of the last piece of evidence; null without evidence. */
  chainHash: string | null;
  /** The HTML page for readers. */
  page: { file: typeof PAGE_FILE; bytes: number; sha256: string };
  /**
   * SHA-256 of the rest of the manifest. It protects the data that the chain does not cover, such as the title of the
   * case.
   */
  seal: string;
}

/** Returns the seal of a manifest: SHA-256 of its JSON without the seal. */
export const sealOf = ({ seal: _, ...rest }: Omit<CaseManifest, 'seal'> & { seal?: string }): string =>
  sha256(JSON.stringify(rest));
