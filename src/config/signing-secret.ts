import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { ConfigurationError } from './environment.js';
import { MIN_SECRET_BYTES } from './secret-rules.js';

/**
 * Returns the secret in a file, which is created if it does not exist. Processes that start at the same time agree on
 * one secret: the file is created atomically, and the first one stays. File and directory are flushed to disk before
 * the secret is used, so that a power failure cannot leave an empty file.
 * @throws ConfigurationError that names the file when its secret is shorter than 32 bytes
 */
export function keptSecret(file: string): string {
  return readSecretFile(file) ?? keepSecret(file, randomBytes(48).toString('base64url'));
}

/**
 * Stores a secret in a file, atomically. An existing file is not replaced.
 * @returns the secret in the file: the given one, or the earlier one
 */
export function keepSecret(file: string, secret: string): string {
  const directory = dirname(file);
  const firstCreated = mkdirSync(directory, { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFlushed(draft, `${secret}\n`);
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  flush(directory);
  // The entry of a newly created directory is in its parent.
  if (firstCreated !== undefined) flush(dirname(firstCreated));
  return readSecretFile(file) as string;
}

function writeFlushed(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function flush(directory: string): void {
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns the secret in a file; undefined if the file does not exist. @throws ConfigurationError when it is too short
 */
export function readSecretFile(file: string): string | undefined {
  let secret: string;
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const bytes = Buffer.byteLength(secret);
  if (bytes < MIN_SECRET_BYTES)
    throw new ConfigurationError([
      `${file} holds ${bytes} bytes, and a secret needs ${MIN_SECRET_BYTES} or more. Restore the file from a backup. ` +
        'Delete it only if it is lost for good: a new one is created, and nothing that the old one signed or ' +
        'sealed is readable any more.',
    ]);
  return secret;
}
