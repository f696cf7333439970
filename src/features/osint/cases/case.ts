import type { Owned } from '../../../resources/owned-table.js';

/** States of a case. Evidence can be added to open ones only. */
export const caseStatuses = ['open', 'closed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

/** An investigation of an account. */
export interface Case extends Owned {
  title: string;
  description: string | null;
  status: CaseStatus;
  evidenceCount: number;
  /** Hash of the last piece of evidence; null without evidence. */
  chainHash: string | null;
}

/** The types of records of this service that can be captured. */
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
  /** From 1, without gaps. */
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

/** Longest content of a piece of evidence (UTF-16 units). */
export const MAX_CONTENT_LENGTH = 100_000;
