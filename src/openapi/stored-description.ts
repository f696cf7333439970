import { existsSync, readFileSync } from 'node:fs';
import type { OpenApiDocument } from '../api/open-api-document.js';
import { type LazyInSteps, lazyInSteps } from '../async/lazy-in-steps.js';
import { withServer } from './server-address.js';

/** Depth of the values that have a line of their own, by the member of the document. Other members: 1. */
const depths: Record<string, number> = { paths: 2, webhooks: 2, components: 3 };
const LINE_FEED = 10;

/**
 * Returns the OpenAPI description that the build has written for the same code (`bin/bundle.js`), read at the first
 * use; building it instead would take a quarter of the startup time. Undefined without such a file.
 */
export function storedDescription(options: {
  production: boolean;
  server?: string;
}): LazyInSteps<OpenApiDocument> | undefined {
  const file = new URL(`../../bundle/description${options.production ? '-production' : ''}.jsonl`, import.meta.url);
  if (!existsSync(file)) return undefined;
  return lazyInSteps(function* () {
    return withServer(yield* readLines(readFileSync(file)), options);
  });
}

/**
 * Returns the lines in which the build stores an OpenAPI description, so that it can be read in slices: parsing the
 * whole text would block the event loop for up to 40 ms. Each line is `[names, value]`, where `names` lead from the
 * document to the value.
 */
export function storedLines(document: OpenApiDocument): string {
  return linesOf([], document).join('');
}

function linesOf(names: readonly string[], value: unknown): string[] {
  const isSplit = names.length < (depths[names[0] ?? ''] ?? 1) && Object.keys(value as object).length > 0;
  if (!isSplit) return [`${JSON.stringify([names, value])}\n`];
  return Object.entries(value as object).flatMap(([name, member]) => linesOf([...names, name], member));
}

/** Reads one line in each step. */
function* readLines(bytes: Buffer): Generator<void, OpenApiDocument> {
  const document: Record<string, unknown> = {};
  for (let from = 0, to = 0; from < bytes.length; from = to + 1) {
    to = bytes.indexOf(LINE_FEED, from);
    const [names, value] = JSON.parse(bytes.toString('utf8', from, to)) as [string[], unknown];
    let parent = document;
    for (const name of names.slice(0, -1)) {
      parent[name] ??= {};
      parent = parent[name] as Record<string, unknown>;
    }
    parent[names.at(-1) as string] = value;
    yield;
  }
  return document as unknown as OpenApiDocument;
}
