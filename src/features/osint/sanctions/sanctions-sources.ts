import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readInThread } from '../../../threads/read-in-thread.js';
import { FeedMeter } from '../../../upstream/client/feed-meter.js';
import type { SourceParts } from '../../../upstream/source-parts.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import { ListHost, type Validators } from '../lists/list-download.js';
import type { FetchedList } from '../lists/stored-list.js';
import type { OsintConfig } from '../osint.config.js';
import { osintVendors } from '../osint.vendors.js';
import type { ReadList } from './ofac-list.js';
import type { ListFiles } from './parse-list.js';
import type { SanctionedEntity } from './sanctioned-entity.js';

/** The largest list that is read (bytes); the largest of OpenSanctions has less. */
const MAX_LIST_BYTES = 400_000_000;
const TIMEOUT_MS = 300_000;
/** Lists are published on working days. */
const STALE_SECONDS = 4 * 86_400;
const OFAC_FILES = ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'] as const;

/** A configured sanctions list. */
export interface SanctionsSource {
  /** `sanctions.ofac`. */
  readonly name: string;
  readonly provider: string;
  /** @returns undefined when the list has not changed. @throws UpstreamError */
  load(known: Record<string, Validators>, signal: AbortSignal): Promise<FetchedList<SanctionedEntity> | undefined>;
}

/** The configured sanctions lists, without the simulated one, which is built in. */
export abstract class SanctionsSources {
  abstract readonly all: readonly SanctionsSource[];
  /** Whether the built-in list of the simulator is served. */
  abstract readonly hasSimulator: boolean;
}

/** Creates the configured sources. Nothing is opened before a list is fetched. */
export function createSanctionsSources(config: OsintConfig, parts: SourceParts): SanctionsSources {
  const lines = config.sanctionsSources.filter((line) => line !== 'simulator');
  const others = lines.filter((line) => line !== 'ofac' && line !== 'opensanctions');
  const all = lines.map((line) => createSource(line, others.indexOf(line) + 1, config, parts));
  return { all, hasSimulator: config.sanctionsSources.includes('simulator') };
}

function createSource(line: string, number: number, config: OsintConfig, parts: SourceParts): SanctionsSource {
  if (line === 'ofac') return remote({ provider: 'ofac', feed: osintVendors.ofac.feed, baseUrl: config.vendors.ofac.baseUrl }, OFAC_FILES, 'ofac', parts);
  if (line === 'opensanctions') {
    const { baseUrl } = config.vendors.opensanctions;
    const vendor = { provider: 'opensanctions', feed: osintVendors.opensanctions.feed, baseUrl };
    return remote(vendor, [`${config.openSanctionsDataset}/entities.ftm.json`], 'ftm', parts);
  }
  const provider = number === 1 ? 'list' : `list-${number}`;
  const feed = `sanctions.${provider}`;
  if (line.startsWith('file:')) return local(line.slice('file:'.length), provider, feed, parts);
  const { origin, pathname, search } = new URL(line);
  return remote({ provider, feed, baseUrl: origin }, [`${pathname.slice(1)}${search}`], 'ftm', parts);
}

interface Publisher {
  provider: string;
  feed: string;
  baseUrl: string;
}

function remote(publisher: Publisher, files: readonly string[], format: ListFiles['format'], { upstreams }: SourceParts): SanctionsSource {
  const host = new ListHost(upstreams, { ...publisher, timeoutMs: TIMEOUT_MS, maxBytes: MAX_LIST_BYTES, staleSeconds: STALE_SECONDS, repeats: false });
  return {
    name: publisher.feed,
    provider: publisher.provider,
    async load(known, signal) {
      const first = await host.get(`/${files[0]}`, known[files[0] as string] ?? {}, signal);
      if (first === undefined) return undefined;
      // The other files belong to the first one: they are fetched whole with it.
      const others = await Promise.all(files.slice(1).map(async (file) => [file, await host.get(`/${file}`, {}, signal)] as const));
      const all = [[files[0] as string, first] as const, ...others].flatMap(([file, download]) => (download === undefined ? [] : [[file, download] as const]));
      const bytes = Object.fromEntries(all.map(([file, download]) => [file, new Uint8Array(download.bytes)]));
      const validators = Object.fromEntries(all.map(([file, download]) => [file, download.validators]));
      return read({ format, prefix: publisher.provider, files: bytes }, validators);
    },
  };
}

/** A file of JSON lines, or a folder with the files of OFAC in either case. Its size and time of change are its validators. */
function local(path: string, provider: string, feed: string, { clock, feeds }: SourceParts): SanctionsSource {
  const meter = new FeedMeter(clock, { feed, provider, staleSeconds: Number.POSITIVE_INFINITY });
  feeds.register(feed, () => meter.status());
  return {
    name: feed,
    provider,
    async load(known) {
      try {
        const isFolder = (await stat(path)).isDirectory();
        const paths = isFolder ? OFAC_FILES.map((file) => [file, join(path, file.toLowerCase())] as const) : [[path, path] as const];
        const stamps = await Promise.all(paths.map(async ([file, at]) => [file, await stampOf(at)] as const));
        const validators = Object.fromEntries(stamps.map(([file, etag]) => [file, { etag }]));
        if (stamps.every(([file, etag]) => known[file]?.etag === etag)) return undefined;
        const files = await Promise.all(paths.map(async ([file, at]) => [file, new Uint8Array(await readFile(at))] as const));
        const list = await read({ format: isFolder ? 'ofac' : 'ftm', prefix: provider, files: Object.fromEntries(files) }, validators);
        meter.succeeded(list.items.length);
        return list;
      } catch (error) {
        meter.failed('unreachable');
        throw error;
      }
    },
  };
}

async function stampOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${size}-${Math.round(mtimeMs)}`;
}

async function read(files: ListFiles, validators: Record<string, Validators>): Promise<FetchedList<SanctionedEntity>> {
  const { entities } = await readInThread<ReadList>(new URL('./list-worker.js', import.meta.url), files);
  // An empty list is a page of a portal, or another file: the list before it stays.
  if (entities.length === 0) throw badAnswer('The list has no entries.');
  const dates = Object.values(validators).flatMap(({ lastModified }) => (lastModified === undefined ? [] : [new Date(lastModified)]));
  const asOf = dates.find((date) => !Number.isNaN(date.getTime())) ?? null;
  return { items: entities, validators, asOf };
}
