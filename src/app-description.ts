import 'reflect-metadata';
import { buildDocument } from './openapi/document.js';
import type { OpenApiDocument } from './openapi/open-api-document.js';

/** The description of the service as it is served. */
export async function describe({ production }: { production: boolean }): Promise<OpenApiDocument> {
  return buildDocument({ controllers: [], version: '0.1.0', production });
}
