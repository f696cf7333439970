import type { Owned } from '../../../resources/owned-table.js';

/** States of a case. Evidence can be added only to open cases. */
export const caseStatuses = ['open', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** An investigation of an account. */
export interface Case extends Owned {
  title: string;
  description: string | null;
  status: CaseStatus;
  evidenceCount: number;
  /** Chain hash of the last piece of evidence; null without evidence. */
  chainHash: string | null;
}

/** Types of records of this service that can be captured as evidence. */
export const recordTypes = [
  'event',
  'geo_event',
  'vessel',
  'aircraft',
  'sanctioned',
  'vulnerability',
  'article',
] as const;
export type RecordType = (typeof recordTypes)[number];

/** A piece of evidence without its content. */
export interface EvidenceEntry {
  id: string;
  caseId: string;
  /** Number of the piece in its case, from 1 without gaps. */
  sequence: number;
  recordType: string | null;
  recordId: string | null;
  title: string;
  url: string | null;
  mediaType: string;
  sha256: string;
  previousHash: string | null;
  chainHash: string;
  capturedAt: Date;
}

export interface Evidence extends EvidenceEntry {
  content: string;
}

/** Maximum length of the content of a piece of evidence (UTF-16 code units). */
export const MAX_CONTENT_LENGTH = 100_000;
