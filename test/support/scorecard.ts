import { methods, type OpenApiDocument, type Operation } from '../../src/api/open-api-document.js';
import { checkDocument, checkWebhooks } from './scorecard-document.js';
import { checkGrammar } from './scorecard-grammar.js';
import { checkOperation } from './scorecard-operation.js';
import { checkSchemas } from './scorecard-schemas.js';

/** Reports one violation. */
export type Complain = (violation: string) => void;

/** Returns every operation of `paths` with its path and method. */
export function operationsOf(document: OpenApiDocument): Array<{ path: string; method: string; operation: Operation }> {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}

/**
 * Checks an OpenAPI description against the practices of the best public ones: identity, security, errors, examples,
 * descriptions, bounds, headers, conditional requests, webhooks, streams, deprecation and information.
 * @returns the violations; empty if every rule is met
 */
export function scorecard(document: OpenApiDocument): string[] {
  const violations = new Set<string>();
  const complain: Complain = (violation) => violations.add(violation);
  checkDocument(document, complain);
  checkSchemas(document, complain);
  checkWebhooks(document, complain);
  checkGrammar(document, complain);
  for (const place of operationsOf(document)) checkOperation(document, place, complain);
  return [...violations];
}
