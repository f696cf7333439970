import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import { ResponseChecker } from './response-checker.js';

/** The OpenAPI description of a service, with the checker that has compiled its schemas. */
export interface Description {
  document: OpenApiDocument;
  checker: ResponseChecker;
}

/**
 * Number of OpenAPI descriptions kept for later services of this process. Building one takes a third of a second of CPU
 * time and tens of megabytes.
 */
const MAX_KEPT = 6;
const kept: Array<Description & { parts: readonly unknown[] }> = [];

/**
 * File of the OpenAPI description of the product itself, shared by the processes of a test run: the first service
 * writes it, the others read it.
 */
const sharedPath = process.env.TEST_DESCRIPTION;

/**
 * Returns the description of an earlier service with the same parts (compared by identity); undefined for new parts.
 * @param isProduct whether the parts are the product's own, whose description another process may have built
 */
export function knownDescription(parts: readonly unknown[], isProduct: boolean): Description | undefined {
  const known = kept.find(
    (one) => one.parts.length === parts.length && one.parts.every((part, index) => part === parts[index]),
  );
  if (known !== undefined || !isProduct || sharedPath === undefined || !existsSync(sharedPath)) return known;
  return keep(parts, JSON.parse(readFileSync(sharedPath, 'utf8')));
}

/** Keeps a description for later services. */
export function keepDescription(parts: readonly unknown[], isProduct: boolean, document: OpenApiDocument): Description {
  if (isProduct && sharedPath !== undefined) share(sharedPath, document);
  return keep(parts, document);
}

function keep(parts: readonly unknown[], document: OpenApiDocument): Description {
  const description = { parts, document, checker: new ResponseChecker(document) };
  kept.unshift(description);
  kept.splice(MAX_KEPT);
  return description;
}

/** Writes the file atomically, so that readers see the whole file or no file. */
function share(path: string, document: OpenApiDocument): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(document));
  renameSync(draft, path);
}
