import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { version } from '../config/version.js';
import {
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  FORMAT_VERSION,
  HEADER_NAME,
  MANIFEST_NAME,
  PART_BYTES,
  partName,
  secretName,
} from './backup-file.js';
import { ContentSum, type OnProgress } from './content-sum.js';
import type { SourceSnapshot } from './source-snapshot.js';
import { tarEnd, tarEntry } from './tar.js';

export interface BackupOptions {
  /** Secrets by name. */
  secrets: ReadonlyMap<string, string>;
  onProgress: OnProgress;
  signal?: AbortSignal;
}

/**
 * Writes a snapshot to a new file that only its owner can read. The file appears only when it is complete and flushed
 * to disk; an interrupted or failed backup leaves no file.
 * @throws when the file exists already, the disk is full, or `signal` aborts
 */
export async function writeBackup(
  snapshot: SourceSnapshot,
  path: string,
  { secrets, onProgress, signal }: BackupOptions,
): Promise<BackupManifest> {
  if (existsSync(path)) throw new Error(`${path} exists already. Name another file.`);
  const partial = `${path}.${process.pid}.partial`;
  const manifest: BackupManifest = { tables: [] };
  try {
    const output = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(archiveOf(snapshot, secrets, manifest, onProgress), createGzip(), output, { signal });
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw signal?.aborted ? new Error('Interrupted: no backup was written.') : error;
  }
  await flushDirectory(dirname(path));
  return manifest;
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
}

async function* archiveOf(
  snapshot: SourceSnapshot,
  secrets: BackupOptions['secrets'],
  manifest: BackupManifest,
  onProgress: OnProgress,
): AsyncGenerator<Buffer> {
  const { description } = snapshot;
  const seconds = Math.floor(new Date(description.takenAt).getTime() / 1000);
  const entry = (name: string, content: Buffer | string) =>
    tarEntry({ name, content: Buffer.from(content as string) }, seconds);
  const header: BackupHeader = { format: FORMAT, formatVersion: FORMAT_VERSION, version, ...description };
  yield entry(HEADER_NAME, `${JSON.stringify(header, undefined, 2)}\n`);
  for (const [name, secret] of secrets) yield entry(secretName(name), secret);
  let total = 0;
  for (const table of description.tables) {
    const sum = new ContentSum();
    let part = 0;
    for await (const content of inParts(snapshot.read(table))) {
      onProgress({
        table: table.name,
        finished: manifest.tables.length,
        tables: description.tables.length,
        bytes: total,
      });
      sum.add(content);
      total += content.length;
      part += 1;
      yield tarEntry({ name: partName(table.name, part), content }, seconds);
    }
    manifest.tables.push({ name: table.name, ...sum.total() });
  }
  yield entry(MANIFEST_NAME, `${JSON.stringify(manifest, undefined, 2)}\n`);
  yield tarEnd;
}

/** Joins chunks into parts of at least `PART_BYTES`; the last part may be shorter. */
async function* inParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(waiting);
    [waiting, bytes] = [[], 0];
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
