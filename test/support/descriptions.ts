import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import { ResponseChecker } from './response-checker.js';

/** The description of a service, with the checker that compiled its schemas. */
export interface Description {
  document: OpenApiDocument;
  checker: ResponseChecker;
}

/**
 * A description takes a third of a second of CPU time and tens of megabytes, so services of a process share the latest
 * ones.
 */
const MAX_KEPT = 6;
const kept: Array<Description & { parts: readonly unknown[] }> = [];

/**
 * Written by the first service of a whole run that has the product's own description, and read by all other processes.
 */
const sharedPath = process.env.TEST_DESCRIPTION;

/**
 * The description of an earlier service that was made of the same parts, compared by identity.
 *
 * @param isProduct whether these are the product's own parts: another process may have built their description
 */
export function knownDescription(parts: readonly unknown[], isProduct: boolean): Description | undefined {
  const known = kept.find(
    (one) => one.parts.length === parts.length && one.parts.every((part, index) => part === parts[index]),
  );
  if (known !== undefined || !isProduct || sharedPath === undefined || !existsSync(sharedPath)) return known;
  return keep(parts, JSON.parse(readFileSync(sharedPath, 'utf8')));
}

/** Keeps a description that was just built. */
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

/** Readers see the whole file or no file. */
function share(path: string, document: OpenApiDocument): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(document));
  renameSync(draft, path);
}
