import type { OpenApiDocument } from '../api/open-api-document.js';
import { asyncApiOf } from './async-api-document.js';
import { llmsText } from './llms-text.js';

/**
 * Returns descriptions in other formats, derived from the OpenAPI document, by the paths that serve them.
 * @param address of the service; undefined if unknown
 */
export const otherDescriptions = (address?: string) => ({
  '/asyncapi.json': {
    type: 'application/json; charset=utf-8',
    text: (document: OpenApiDocument) => JSON.stringify(asyncApiOf(document, address)),
  },
  '/llms.txt': { type: 'text/plain; charset=utf-8', text: (document: OpenApiDocument) => llmsText(document, address) },
});
