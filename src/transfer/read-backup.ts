import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import {
  type BackupHeader,
  type BackupManifest,
  FORMAT,
  FORMAT_VERSION,
  HEADER_NAME,
  MANIFEST_NAME,
  SECRET_NAMES,
  secretName,
  tableOfPart,
} from './backup-file.js';
import { ContentSum, type OnProgress } from './content-sum.js';
import { BadArchive, type TarEntry, tarEntries } from './tar.js';

/** The contents of a completely checked backup. */
export interface BackupContents {
  header: BackupHeader;
  manifest: BackupManifest;
  /** Secrets by name. */
  secrets: Map<string, string>;
}

/** Reads the whole file and checks it against its manifest. @throws an error that names the damaged part */
export async function checkBackup(path: string, onProgress: OnProgress): Promise<BackupContents> {
  let header: BackupHeader | undefined;
  let manifest: BackupManifest | undefined;
  const secrets = new Map<string, string>();
  const sums = new Map<string, ContentSum>();
  let bytes = 0;
  for await (const { name, content } of backupEntries(path)) {
    const table = tableOfPart(name);
    if (header === undefined) header = readHeader(path, name, content);
    else if (manifest !== undefined) throw new Error(`${path} is damaged: ${name} follows its manifest.`);
    else if (table !== undefined) {
      const sum = sums.get(table) ?? new ContentSum();
      sums.set(table, sum);
      sum.add(content);
      bytes += content.length;
      onProgress({ table, finished: sums.size - 1, tables: header.tables.length, bytes });
    } else if (name === MANIFEST_NAME) {
      manifest = parsed<BackupManifest>(path, name, content);
      checkSums(path, header, manifest, sums);
    } else {
      const secret = SECRET_NAMES.find((one) => secretName(one) === name);
      if (secret === undefined) throw new Error(`${path} is damaged: it has an unknown part ${name}.`);
      secrets.set(secret, content.toString());
    }
  }
  if (header === undefined || manifest === undefined)
    throw new Error(`${path} is not complete: it has no manifest. Use another backup.`);
  return { header, manifest, secrets };
}

function readHeader(path: string, name: string, content: Buffer): BackupHeader {
  if (name !== HEADER_NAME) throw new Error(`${path} is not a backup of Watchfloor.`);
  const header = parsed<BackupHeader>(path, name, content);
  if (header.format !== FORMAT) throw new Error(`${path} is not a backup of Watchfloor.`);
  if (header.formatVersion > FORMAT_VERSION)
    throw new Error(
      `${path} was written by a newer version of Watchfloor (${header.version}). Restore it with that version.`,
    );
  return header;
}

/**
 * Parses a JSON part. The checksum of the file is known only at its end, so a damaged part may be parsed before.
 * @throws an error that names the part
 */
function parsed<Content>(path: string, name: string, content: Buffer): Content {
  try {
    return JSON.parse(content.toString()) as Content;
  } catch (error) {
    throw new Error(`${path} is damaged in ${name}. Use another backup.`, { cause: error });
  }
}

function checkSums(
  path: string,
  { tables }: BackupHeader,
  manifest: BackupManifest,
  sums: ReadonlyMap<string, ContentSum>,
): void {
  const names = (list: ReadonlyArray<{ name: string }>) => list.map(({ name }) => name).join();
  const unlisted = [...sums.keys()].filter((name) => !tables.some((table) => table.name === name));
  if (names(tables) !== names(manifest.tables) || unlisted.length > 0)
    throw new Error(`${path} is damaged: its manifest does not list its tables.`);
  const changed = manifest.tables.filter(({ name, rows, sha256 }) => {
    const found = (sums.get(name) ?? new ContentSum()).total();
    return found.rows !== rows || found.sha256 !== sha256;
  });
  if (changed.length > 0)
    throw new Error(
      `${path} is damaged: ${changed.map(({ name }) => name).join(', ')} differs from its checksum. Use another backup.`,
    );
}

/** Yields the files of a backup. @throws an error that names the position of the damage */
export async function* backupEntries(path: string): AsyncGenerator<TarEntry> {
  let last: string | undefined;
  try {
    for await (const entry of tarEntries(createReadStream(path).pipe(createGunzip()))) {
      last = entry.name;
      yield entry;
    }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (!(error instanceof BadArchive) && !code.startsWith('Z_')) throw error;
    if (last === undefined)
      throw new Error(`${path} is not a backup of Watchfloor, or damaged at its beginning.`, { cause: error });
    throw new Error(`${path} is damaged in or after ${tableOfPart(last) ?? last}: ${message}. Use another backup.`, {
      cause: error,
    });
  }
}
