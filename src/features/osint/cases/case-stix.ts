import {
  type ExternalReference,
  publishedUuid,
  type StixObject,
  serviceIdentity,
  stixObject,
  stixUrl,
} from '../stix/stix-object.js';
import type { Case, Evidence } from './case.js';

const groupingId = (caseId: string): string => `grouping--${publishedUuid(caseId)}`;

/**
 * Returns a case as a grouping (STIX 2.1, section 4.4), which refers to the notes of its evidence.
 * @param evidenceIds the ids of its evidence, in the order of the chain
 */
export function stixCase(found: Case, evidenceIds: readonly string[]): StixObject {
  const notes = evidenceIds.map((id) => `note--${publishedUuid(id)}`);
  return stixObject(
    'grouping',
    publishedUuid(found.id),
    { created: found.createdAt, modified: found.updatedAt },
    {
      name: found.title,
      description: found.description,
      context: 'unspecified',
      labels: [`status:${found.status}`],
      // The list must have an item, so a case without evidence refers to the identity of its creator.
      object_refs: notes.length === 0 ? [serviceIdentity.id] : notes,
    },
  );
}

/** Returns a piece of evidence as a note (STIX 2.1, section 4.12) on its case. Evidence has a single version. */
export function stixEvidence(evidence: Evidence): StixObject {
  const { id, caseId, title, content, capturedAt } = evidence;
  return stixObject(
    'note',
    publishedUuid(id),
    { created: capturedAt, modified: capturedAt },
    { abstract: title, content, object_refs: [groupingId(caseId)], external_references: referencesOf(evidence) },
  );
}

function referencesOf(evidence: Evidence): ExternalReference[] {
  const { caseId, sequence, recordType, recordId, url, mediaType, sha256, chainHash } = evidence;
  const page = stixUrl(url);
  return [
    {
      source_name: 'watchfloor-evidence',
      external_id: `${caseId}/${sequence}`,
      description: `${mediaType}, SHA-256 of the content: ${sha256}, chain hash: ${chainHash}`,
    },
    ...(recordType === null ? [] : [{ source_name: 'watchfloor-record', external_id: `${recordType}/${recordId}` }]),
    ...(page === undefined ? [] : [{ source_name: new URL(page).hostname, url: page }]),
  ];
}
