import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { Upstream, UpstreamRequest } from '../../../upstream/upstreams.js';
import { readList } from './answer-values.js';

/** A list of an answer, as far as it could be used. */
export interface Rows<Row> {
  rows: Row[];
  /** How many were left out because they are not of the documented form. */
  skipped: number;
}

/**
 * Reads a list row by row; one bad row does not spoil the others.
 * @param read undefined for a row that is in order and of no use here
 * @throws UpstreamError `bad_answer` for no list, and for one in which every row is bad
 */
export function readRows<Row>(list: unknown, place: string, read: (row: unknown) => Row | undefined): Rows<Row> {
  const all = readList(list, place);
  const rows: Row[] = [];
  let skipped = 0;
  for (const one of all) {
    try {
      const row = read(one);
      if (row !== undefined) rows.push(row);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      skipped += 1;
    }
  }
  if (skipped > 0 && skipped === all.length) throw badAnswer(`${place} has no usable row.`);
  return { rows, skipped };
}

/** A GET whose answer is a list. Both what was read of it and what was left out are counted for the feed. @throws UpstreamError */
export async function getRows<Row>(upstream: Upstream, request: Omit<UpstreamRequest<Rows<Row>>, 'records' | 'skipped'>): Promise<Row[]> {
  const { rows } = await upstream.get({ ...request, records: (answer) => answer.rows.length, skipped: (answer) => answer.skipped });
  return rows;
}
