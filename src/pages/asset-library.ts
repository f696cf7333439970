import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { lazyAsync } from '../async/lazy.js';
import { Representation } from './representation.js';

/** Source of an asset: a file, optionally with a replacement, or a generated text. */
export type AssetSource = { file: string; replace?: [from: string, to: string] } | { text: string };

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The assets of one page by name. Only registered names are served; other names are never looked up on disk. */
export class AssetLibrary {
  readonly #loaders = new Map<string, () => Promise<Representation | undefined>>();

  /** @param prefix path under which the assets are served, ending in `/` */
  constructor(
    readonly prefix: string,
    sources: Record<string, AssetSource>,
  ) {
    for (const [name, source] of Object.entries(sources))
      this.#loaders.set(
        prefix + name,
        lazyAsync(() => load(name, source)),
      );
  }

  /**
   * Returns the asset at a request path; `undefined` for other paths and for a missing file. Files are read only once.
   */
  async find(path: string): Promise<Representation | undefined> {
    return this.#loaders.get(path)?.();
  }

  /**
   * Adds the digest of each asset to its URL in a page. A file that changes without a new release (in development, or
   * in another version of a package) then has another URL, so `immutable` stays correct.
   */
  async pin(html: string): Promise<string> {
    let pinned = html;
    for (const [path, loader] of this.#loaders) {
      const asset = await loader();
      if (asset) pinned = pinned.replaceAll(`${path}"`, `${path}?${asset.digest}"`);
    }
    return pinned;
  }
}

async function load(name: string, source: AssetSource): Promise<Representation | undefined> {
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  if ('text' in source) return new Representation(Buffer.from(source.text), type);
  try {
    const bytes = await readFile(source.file);
    if (!source.replace) return new Representation(bytes, type);
    return new Representation(Buffer.from(bytes.toString('utf8').replaceAll(...source.replace)), type);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
