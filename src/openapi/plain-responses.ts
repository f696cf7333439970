import { commonHeaders, headerReferences } from './headers.js';
import type { Reference, Response } from './open-api-document.js';

const plain = (description: string, limited: boolean, tagged: boolean): Response => ({
  description,
  headers: headerReferences([...commonHeaders(limited), ...(tagged ? (['ETag'] as const) : [])]),
});

/** Responses without a body that operations share. Those of operations without an access token start with `Public`. */
export const plainResponses: Record<string, Response> = {
  NotModified: plain('The version that the caller has is current.', true, true),
  PublicNotModified: plain('The version that the caller has is current.', false, true),
  NoContent: plain('Done. The response has no body.', true, false),
  PublicNoContent: plain('Done. The response has no body.', false, false),
};

export const plainReference = (name: 'NotModified' | 'NoContent', limited: boolean): Reference => ({
  $ref: `#/components/responses/${limited ? '' : 'Public'}${name}`,
});
