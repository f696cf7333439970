import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { lazy } from '../async/lazy.js';
import { Representation } from './representation.js';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const FOREVER = 'public, max-age=31536000, immutable';

/** Returns true for the name of a script, style sheet or image. */
export const isAsset = (name: string): boolean => extname(name) in TYPES;

/**
 * The scripts, style sheets and images of one page. Modules import each other by name. The path contains one digest of
 * all of them, so that each is immutable.
 */
export class PageAssets {
  /** Path prefix of the files, ending in `/`. */
  readonly prefix: string;
  private readonly files: ReadonlyMap<string, () => Representation>;

  /** @param large files of packages, read at their first request; missing ones are not served */
  constructor(own: readonly URL[], large: readonly URL[] = []) {
    const digest = createHash('sha256');
    for (const url of own) digest.update(readFileSync(url));
    const found = large.filter((url) => existsSync(url));
    for (const url of found) digest.update(readFileSync(url));
    this.prefix = `/assets/${digest.digest('hex').slice(0, 16)}/`;
    this.files = new Map(
      [...own, ...found].map((url) => {
        const name = basename(url.pathname);
        return [this.prefix + name, lazy(() => new Representation(readFileSync(url), TYPES[extname(name)] as string))];
      }),
    );
  }

  /** Returns the file at a request path; undefined for other paths. */
  at(path: string): { send(ctx: Parameters<Representation['send']>[0]): Promise<void> } | undefined {
    const file = this.files.get(path);
    return file && { send: (ctx) => file().send(ctx, FOREVER) };
  }
}
