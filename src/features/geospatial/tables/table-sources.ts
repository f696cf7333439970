import { readFile, stat } from 'node:fs/promises';
import { readInThread } from '../../../threads/read-in-thread.js';
import { DAY_MS } from '../../../time/durations.js';
import type { FeedIntake } from '../../../upstream/feed-intake.js';
import { pollSource } from '../../../upstream/supervisor/poll-source.js';
import { badAnswer, UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import { type ReadTable, type TableKind, tableName, type Validators } from '../reference-table.js';
import type { GeoSourceParts, SourceMaker } from '../source-parts.js';

/** Interval between requests (ms); the publishers change their tables about once a day. */
const EVERY_MS = DAY_MS;
const TIMEOUT_MS = 300_000;
const MAX_BYTES = 100_000_000;
/** The feed is stale after this time (s): three missed requests. */
const STALE_SECONDS = 3 * 86_400;
const NOT_MODIFIED = 304;
const MAX_VALIDATOR_LENGTH = 500;

interface Fetched {
  bytes: Uint8Array;
  validators: Validators;
}

/** Creates the sources of a kind of table: a known publisher, an address, or a file. */
export const tableSource =
  (kind: TableKind): SourceMaker =>
  (line, parts) => {
    const { standingdata, ourairports } = parts.config.vendors;
    if (line === 'standingdata')
      return remote(
        { kind, line, provider: line, path: '/zip/refs/heads/main' },
        'tables.standingdata',
        standingdata.baseUrl,
        parts,
      );
    if (line === 'ourairports' && kind === 'airports')
      return remote(
        { kind, line, provider: line, path: '/airports.csv' },
        'tables.ourairports',
        ourairports.baseUrl,
        parts,
      );
    if (line.startsWith('file:')) return local({ kind, line }, line.slice('file:'.length), parts);
    if (!/^https?:\/\//.test(line)) return undefined;
    const { origin, pathname, search } = new URL(line);
    return remote({ kind, line, provider: 'table', path: `${pathname}${search}` }, `tables.${kind}`, origin, parts);
  };

/** A configured table: its kind and the entry of the setting. */
interface ConfiguredTable {
  kind: TableKind;
  line: string;
}

function remote(
  table: ConfiguredTable & { provider: string; path: string },
  feed: string,
  baseUrl: string,
  parts: GeoSourceParts,
) {
  const { provider, path } = table;
  const { upstreams, clock, timers } = parts;
  const upstream = upstreams.open({
    feed,
    provider,
    baseUrl,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    staleSeconds: STALE_SECONDS,
    refusalsFail: true,
    budgets: [{ calls: 48, windowSeconds: 86_400 }],
  });
  const fetchTable = (known: Validators, signal: AbortSignal): Promise<Fetched | undefined> =>
    upstream.get({
      path,
      headers: {
        ...(known.etag !== undefined && { 'if-none-match': known.etag }),
        ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
      },
      signal,
      as: 'bytes',
      alsoParses: [NOT_MODIFIED],
      parse(body, { status, headers }) {
        if (status === NOT_MODIFIED) return undefined;
        if (!Buffer.isBuffer(body)) throw badAnswer('The file is empty.');
        const kept = (value = '') => (value !== '' && value.length <= MAX_VALIDATOR_LENGTH ? value : undefined);
        return {
          bytes: new Uint8Array(body),
          validators: { etag: kept(headers.etag), lastModified: kept(headers['last-modified']) },
        };
      },
      isPart: true,
      records: () => 0,
    });
  return pollSource({
    feed,
    provider,
    everyMs: EVERY_MS,
    stallMs: TIMEOUT_MS,
    clock,
    timers,
    upstream,
    async ask(signal, intake) {
      try {
        const records = await refresh(table, parts, (known) => fetchTable(known, signal), intake);
        upstream.conclude({ records });
        return records;
      } catch (error) {
        upstream.conclude(error instanceof UpstreamError ? error : new UpstreamError('bad_answer'));
        throw error;
      }
    },
  });
}

/** Creates a source that reads a file. Size and time of modification serve as validators. */
function local(table: ConfiguredTable, path: string, parts: GeoSourceParts) {
  const { clock, timers } = parts;
  const feed = `tables.${table.kind}.file`;
  const fetchTable = async ({ etag: known }: Validators): Promise<Fetched | undefined> => {
    const { size, mtimeMs } = await stat(path).catch(() => {
      throw new UpstreamError('unreachable');
    });
    const etag = `${size}-${Math.round(mtimeMs)}`;
    if (size > MAX_BYTES) throw new UpstreamError('too_large');
    return etag === known ? undefined : { bytes: new Uint8Array(await readFile(path)), validators: { etag } };
  };
  const ask = (_: AbortSignal, intake?: FeedIntake) => refresh(table, parts, fetchTable, intake);
  return pollSource({ feed, provider: 'table', everyMs: EVERY_MS, stallMs: TIMEOUT_MS, clock, timers, ask });
}

/** Fetches a table and stores it if it has changed. @returns the number of stored rows; 0 for an unchanged table */
async function refresh(
  { kind, line }: ConfiguredTable,
  { tables }: GeoSourceParts,
  fetchTable: (known: Validators) => Promise<Fetched | undefined>,
  intake: FeedIntake | undefined,
): Promise<number> {
  const name = tableName(kind, line);
  const fetched = await fetchTable((await tables.validators(name)) ?? {});
  if (fetched === undefined) return 0;
  const read = await readInThread<ReadTable | { failure: UpstreamFailureCode }>(
    new URL('./table-worker.js', import.meta.url),
    { kind, bytes: fetched.bytes },
  );
  if ('failure' in read) throw new UpstreamError(read.failure);
  await tables.store(name, kind, read, fetched.validators);
  intake?.reject('invalid', read.skipped);
  return read.records;
}
