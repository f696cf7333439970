import type { CheckedAnswer, TestClient } from '../../support/test-client.js';
import type { TestService } from '../../support/test-service.js';

/** A portfolio into which files are imported. */
export interface Place {
  ada: TestClient;
  path: string;
  /** Imports a file. */
  send(file: string | Uint8Array, query?: string, type?: string): Promise<CheckedAnswer>;
  /** Returns the transactions, oldest first, with these fields. */
  stored(...fields: string[]): Promise<unknown[][]>;
}

/** Creates a portfolio. @param ada its owner. Default: a new account */
export async function importPlace(service: TestService, ada?: TestClient): Promise<Place> {
  const caller = ada ?? (await service.signedIn());
  const { json } = await caller.post('/portfolios', { name: 'Retirement', baseCurrency: 'USD' });
  const path = `/portfolios/${json.id}`;
  const send = (file: string | Uint8Array, query = '', type = 'text/csv') =>
    caller.call('POST', `${path}/import${query}`, { rawBody: file, headers: { 'content-type': type } });
  const stored = async (...fields: string[]) =>
    (await caller.get(`${path}/transactions?limit=200`)).json.items.map((item: Record<string, unknown>) =>
      fields.map((field) => item[field]),
    );
  return { ada: caller, path, send, stored };
}

/** Returns the pointers of the errors of a problem. */
export const pointersOf = ({ json }: CheckedAnswer) => json.errors.map(({ pointer }: { pointer: string }) => pointer);
