import type { OpenApiDocument } from '../api/open-api-document.js';
import { asyncApiOf } from './async-api-document.js';
import { llmsText } from './llms-text.js';

/**
 * Descriptions of another format, made of the OpenAPI document, by the path that serves them.
 * @param address of the service, if it is known
 */
export const otherDescriptions = (address?: string) => ({
  '/asyncapi.json': {
    type: 'application/json; charset=utf-8',
    text: (document: OpenApiDocument) => JSON.stringify(asyncApiOf(document, address)),
  },
  '/llms.txt': { type: 'text/plain; charset=utf-8', text: (document: OpenApiDocument) => llmsText(document, address) },
});
