import type pg from 'pg';
import { currentSpan, inSpan } from '../logging/current-span.js';
import type { Client } from './serial-client.js';

/**
 * Returns a client that records a span for each statement while the current work is traced; otherwise the client
 * itself.
 */
export function tracedClient(client: Client): Client {
  if (currentSpan()?.isSampled !== true) return client;
  const query = (statement: string | pg.QueryConfig, parameters?: unknown[]) =>
    inSpan(
      () => describe(typeof statement === 'string' ? statement : statement.text),
      () => client.query(statement as string, parameters),
    );
  return Object.create(client, { query: { value: query } }) as Client;
}

/** Removes literals from the text of a statement. Values are parameters, so literals are rare. */
const withoutLiterals = (text: string): string => text.replace(/'(?:[^']|'')*'/g, "'?'");

function describe(statement: string) {
  const text = withoutLiterals(statement);
  const operation = /^\s*(\w{1,20})/.exec(text)?.[1]?.toUpperCase();
  const collection = /\b(?:from|into|update)\s+"?([a-z_][\w.]*)/i.exec(text)?.[1];
  const summary = [operation ?? 'postgresql', collection].filter((word) => word !== undefined).join(' ');
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    'db.collection.name': collection,
    'db.query.summary': summary,
    'db.query.text': text,
  };
  return { name: summary, kind: 'client' as const, attributes, errorType };
}

/** Returns the error's code (an SQLSTATE or a code of the operating system), otherwise its name. */
const errorType = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
};
