import type { Reference, Response } from '../api/open-api-document.js';
import { commonHeaders, headerReferences } from './headers.js';

const plain = (description: string, limited: boolean, tagged: boolean): Response => ({
  description,
  headers: headerReferences([...commonHeaders(limited), ...(tagged ? (['ETag'] as const) : [])]),
});

/** Responses without a body that operations share. Names for operations without an access token start with `Public`. */
export const plainResponses: Record<string, Response> = {
  NotModified: plain('The cached response is current.', true, true),
  PublicNotModified: plain('The cached response is current.', false, true),
  NoContent: plain('Done; no content.', true, false),
  PublicNoContent: plain('Done; no content.', false, false),
};

export const plainReference = (name: 'NotModified' | 'NoContent', limited: boolean): Reference => ({
  $ref: `#/components/responses/${limited ? '' : 'Public'}${name}`,
});
