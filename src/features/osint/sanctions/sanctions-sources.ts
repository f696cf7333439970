import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readInThread } from '../../../threads/read-in-thread.js';
import { FeedMeter } from '../../../upstream/client/feed-meter.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer, UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';
import { ListHost, type Validators } from '../lists/list-download.js';
import type { FetchedList } from '../lists/stored-list.js';
import type { OsintConfig } from '../osint.config.js';
import { osintVendors } from '../osint.vendors.js';
import { CONSOLIDATED_FILES, SDN_FILES } from './ofac-files.js';
import type { ReadList } from './ofac-list.js';
import type { ListFiles } from './parse-list.js';
import type { SanctionedEntity } from './sanctioned-entity.js';

/** Maximum size of a list (bytes); the largest one of OpenSanctions is smaller. */
const MAX_LIST_BYTES = 400_000_000;
const TIMEOUT_MS = 300_000;
/** Time (s) after which a list is stale; lists are published on working days. */
const STALE_SECONDS = 4 * 86_400;

/** A configured sanctions list. */
export interface SanctionsSource {
  /** Name of the list, such as `sanctions.ofac`. */
  readonly name: string;
  readonly provider: string;
  /**
   * Fetches and parses the list.
   * @returns undefined when the list has not changed
   * @throws UpstreamError
   */
  load(known: Record<string, Validators>, signal: AbortSignal): Promise<FetchedList<SanctionedEntity> | undefined>;
}

/** The configured sanctions lists, except the simulated one, which is built in. */
export abstract class SanctionsSources {
  abstract readonly all: readonly SanctionsSource[];
  /** True if the built-in list of the simulator is used. */
  abstract readonly hasSimulator: boolean;
}

/** Creates the configured sources. They connect only when a list is fetched. */
export function createSanctionsSources(config: OsintConfig, parts: SourceParts): SanctionsSources {
  const lines = config.sanctionsSources.filter((line) => line !== 'simulator');
  const others = lines.filter((line) => line !== 'ofac' && line !== 'opensanctions');
  const all = lines.map((line) => createSource(line, others.indexOf(line) + 1, config, parts));
  return { all, hasSimulator: config.sanctionsSources.includes('simulator') };
}

function createSource(line: string, number: number, config: OsintConfig, parts: SourceParts): SanctionsSource {
  if (line === 'ofac')
    return remote(
      { provider: 'ofac', feed: osintVendors.ofac.feed, baseUrl: config.vendors.ofac.baseUrl },
      [SDN_FILES, CONSOLIDATED_FILES],
      'ofac',
      parts,
    );
  if (line === 'opensanctions') {
    const { baseUrl } = config.vendors.opensanctions;
    const vendor = { provider: 'opensanctions', feed: osintVendors.opensanctions.feed, baseUrl };
    return remote(vendor, [[`${config.openSanctionsDataset}/entities.ftm.json`]], 'ftm', parts);
  }
  const provider = number === 1 ? 'list' : `list-${number}`;
  const feed = `sanctions.${provider}`;
  if (line.startsWith('file:')) return local(line.slice('file:'.length), provider, feed, parts);
  const { origin, pathname, search } = new URL(line);
  return remote({ provider, feed, baseUrl: origin }, [[`${pathname.slice(1)}${search}`]], 'ftm', parts);
}

interface Publisher {
  provider: string;
  feed: string;
  baseUrl: string;
}

/**
 * Creates a source that is fetched by HTTP.
 * @param lists the files of each list, the main file first; the others are assumed to change together with it
 */
function remote(
  publisher: Publisher,
  lists: ReadonlyArray<readonly string[]>,
  format: ListFiles['format'],
  { upstreams }: SourceParts,
): SanctionsSource {
  const host = new ListHost(upstreams, {
    ...publisher,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_LIST_BYTES,
    staleSeconds: STALE_SECONDS,
    repeats: false,
  });
  const load = async (known: Record<string, Validators>, signal: AbortSignal) => {
    const fetchAll = (files: readonly string[], validators: Record<string, Validators>) =>
      Promise.all(
        files.map(async (file) => ({ file, download: await host.get(`/${file}`, validators[file] ?? {}, signal) })),
      );
    const mains = await fetchAll(
      lists.map(([main]) => main as string),
      known,
    );
    if (mains.every(({ download }) => download === undefined)) return undefined;
    // All lists are replaced together, so unchanged files are fetched, too.
    const changed = mains.filter(({ download }) => download !== undefined);
    const missing = lists.flat().filter((file) => !changed.some((main) => main.file === file));
    const all = [...changed, ...(await fetchAll(missing, {}))].flatMap(({ file, download }) =>
      download === undefined ? [] : [[file, download] as const],
    );
    const bytes = Object.fromEntries(all.map(([file, download]) => [file, new Uint8Array(download.bytes)]));
    const validators = Object.fromEntries(all.map(([file, download]) => [file, download.validators]));
    return read({ format, prefix: publisher.provider, files: bytes }, validators);
  };
  return {
    name: publisher.feed,
    provider: publisher.provider,
    load: (known, signal) =>
      host.counted(
        () => load(known, signal),
        (list) => list?.items.length ?? 0,
      ),
  };
}

/**
 * Creates a source that is read from disk: a file of JSON lines, or a folder with the files of OFAC, whose names are
 * case-insensitive. Size and time of modification serve as validators.
 */
function local(path: string, provider: string, feed: string, { clock, feeds }: SourceParts): SanctionsSource {
  const meter = new FeedMeter(clock, { feed, provider, staleSeconds: Number.POSITIVE_INFINITY });
  feeds.register(feed, () => meter.status());
  return {
    name: feed,
    provider,
    async load(known) {
      meter.asked();
      try {
        const isFolder = (await stat(path)).isDirectory();
        const paths = isFolder ? await ofacPaths(path) : [[path, path] as const];
        const stamps = await Promise.all(paths.map(async ([file, at]) => [file, await stampOf(at)] as const));
        const validators = Object.fromEntries(stamps.map(([file, etag]) => [file, { etag }]));
        if (stamps.every(([file, etag]) => known[file]?.etag === etag)) {
          meter.succeeded(0);
          return undefined;
        }
        const files = await Promise.all(
          paths.map(async ([file, at]) => [file, new Uint8Array(await readFile(at))] as const),
        );
        const list = await read(
          { format: isFolder ? 'ofac' : 'ftm', prefix: provider, files: Object.fromEntries(files) },
          validators,
        );
        meter.succeeded(list.items.length);
        return list;
      } catch (error) {
        meter.failed(failureOf(error));
        throw error;
      }
    },
  };
}

/**
 * Returns the paths of the files of a folder by their OFAC names; the files of the consolidated list only if its main
 * file exists.
 */
async function ofacPaths(folder: string): Promise<Array<readonly [file: string, path: string]>> {
  const names = new Map((await readdir(folder)).map((name) => [name.toUpperCase(), name]));
  const files = names.has(CONSOLIDATED_FILES[0]) ? [...SDN_FILES, ...CONSOLIDATED_FILES] : SDN_FILES;
  return files.map((file) => [file, join(folder, names.get(file) ?? file.toLowerCase())] as const);
}

/**
 * Returns the failure code of an error: `unreachable` if the system cannot open or read the file, otherwise
 * `bad_answer`.
 */
function failureOf(error: unknown): UpstreamFailureCode {
  if (error instanceof UpstreamError) return error.code;
  return error instanceof Error && 'syscall' in error ? 'unreachable' : 'bad_answer';
}

async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${size}-${Math.round(mtimeMs)}`;
}

async function read(files: ListFiles, validators: Record<string, Validators>): Promise<FetchedList<SanctionedEntity>> {
  const { entities } = await readInThread<ReadList>(new URL('./list-worker.js', import.meta.url), files);
  // A list without entries is an error page or another file; the previous list stays.
  if (entities.length === 0) throw badAnswer('The list has no entries.');
  const dates = Object.values(validators).flatMap(({ lastModified }) =>
    lastModified === undefined ? [] : [new Date(lastModified)],
  );
  const asOf = dates.find((date) => !Number.isNaN(date.getTime())) ?? null;
  return { items: entities, validators, asOf };
}
