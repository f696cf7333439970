import type { DataDescription } from './source-snapshot.js';

/*
 * A backup is a gzipped tar archive:
 *   backup.json                         the database: migrations, tables with columns, sequences
 *   secrets/<name>                      secrets that the service keeps in its data directory
 *   tables/<schema>.<table>/<n>.copy    the text that COPY writes, in parts
 *   manifest.json                       rows, bytes and SHA-256 of each table; a file without it is not complete
 */

export const FORMAT = 'watchfloor-backup';
export const FORMAT_VERSION = 1;
export const HEADER_NAME = 'backup.json';
export const MANIFEST_NAME = 'manifest.json';
/** Maximum size of the parts of a table (bytes), each of which is one file of the archive. */
export const PART_BYTES = 4 * 1024 * 1024;

/**
 * Names of secret files in the data directory that belong to a backup: without them encrypted data cannot be read, and
 * links in sent mails do not work.
 */
export const SECRET_NAMES = ['data-secret', 'jwt-secret'] as const;

export interface BackupHeader extends DataDescription {
  format: typeof FORMAT;
  formatVersion: number;
  /** Version of the program that wrote the backup. */
  version: string;
}

export interface BackupManifest {
  tables: Array<{ name: string; rows: number; bytes: number; sha256: string }>;
}

export const partName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;
export const secretName = (name: string): string => `secrets/${name}`;

/** Returns the table to which a file of the archive belongs; undefined for other files. */
export const tableOfPart = (name: string): string | undefined => /^tables\/(.+)\/\d{6,}\.copy$/.exec(name)?.[1];
