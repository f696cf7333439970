import { existsSync, readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { lazy } from '../async/lazy.js';
import { withServer } from './server-address.js';

/**
 * Returns the OpenAPI description that the build has written for the same code (`bin/bundle.js`), read at the first
 * use; building it instead would take a quarter of the startup time. Undefined without such a file.
 */
export function storedDescription(options: {
  production: boolean;
  server?: string;
}): (() => OpenApiDocument) | undefined {
  const file = new URL(`../../bundle/description${options.production ? '-production' : ''}.json`, import.meta.url);
  if (!existsSync(file)) return undefined;
  return lazy(() => withServer(JSON.parse(readFileSync(file, 'utf8')), options));
}
