import { Reply } from '../../../http/reply.js';

// TAXII 2.1 (OASIS Standard, 10 June 2021, docs.oasis-open.org/cti/taxii/v2.1/os/taxii-v2.1-os.html): the code of
// this folder follows it.

/** Media type of TAXII 2.1. */
export const taxiiType = 'application/taxii+json;version=2.1';
/** Path of the API root below the prefix of the API. */
export const TAXII_ROOT = '/osint/taxii';
/** Path of the discovery, which the specification fixes for every server. */
export const TAXII_DISCOVERY = '/taxii2/';

/** The conditions of a request, under the names that the specification gives them. */
export interface TaxiiConditions {
  added_after?: string;
  limit?: number;
  next?: string;
  'match[id]'?: readonly string[];
  'match[type]'?: readonly string[];
  'match[version]'?: readonly string[];
  'match[spec_version]'?: readonly string[];
}

/** The collection resource. */
export interface TaxiiCollectionResource {
  id: string;
  title: string;
  description: string;
  alias: string;
  can_read: boolean;
  can_write: boolean;
  media_types: string[];
}

export const taxiiReply = (body: object, headers: Record<string, string> = {}): Reply =>
  new Reply(JSON.stringify(body), { type: taxiiType, headers });

/** Returns a time with microseconds, which TAXII requires of its timestamps. */
export const taxiiTime = (time: Date): string => time.toISOString().replace('Z', '000Z');
