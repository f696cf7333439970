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
/** Path of the files of all pages. */
const FOLDER = '/assets/';
const FOREVER = 'public, max-age=31536000, immutable';

/** Returns true for the name of a script, style sheet or image. */
export const isAsset = (name: string): boolean => extname(name) in TYPES;

/**
 * The scripts, style sheets and images of one page. Modules import each other by name. The path contains one digest of
 * all of them, so that each is immutable. They are read at the first request of the page or of an asset.
 */
export class PageAssets {
  private readonly read: () => { prefix: string; files: ReadonlyMap<string, () => Representation> };

  /** @param large files of packages; missing ones are not served */
  constructor(own: readonly URL[], large: readonly URL[] = []) {
    this.read = lazy(() => {
      const urls = [...own, ...large.filter((url) => existsSync(url))];
      const digest = createHash('sha256');
      for (const url of urls) digest.update(readFileSync(url));
      const prefix = `${FOLDER}${digest.digest('hex').slice(0, 16)}/`;
      const files = urls.map((url) => {
        const name = basename(url.pathname);
        return [
          prefix + name,
          lazy(() => new Representation(readFileSync(url), TYPES[extname(name)] as string)),
        ] as const;
      });
      return { prefix, files: new Map(files) };
    });
  }

  /** Path prefix of the files, ending in `/`. */
  get prefix(): string {
    return this.read().prefix;
  }

  /** Returns the file at a request path; undefined for other paths. */
  at(path: string): { send(ctx: Parameters<Representation['send']>[0]): Promise<void> } | undefined {
    const file = path.startsWith(FOLDER) ? this.read().files.get(path) : undefined;
    return file && { send: (ctx) => file().send(ctx, FOREVER) };
  }
}
