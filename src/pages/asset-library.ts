import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { lazyAsync } from '../async/lazy.js';
import { Representation } from './representation.js';

/** Where the bytes of an asset come from: a file, or text made here. */
export type AssetSource = { file: string; replace?: [from: string, to: string] } | { text: string };

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The assets of one page by name. A closed list: a name that is not on it is no path on disk either. */
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

  /** The asset at a request path; `undefined` when it is not one, or its file is missing. Read from disk once. */
  async find(path: string): Promise<Representation | undefined> {
    return this.#loaders.get(path)?.();
  }

  /**
   * Adds each asset's digest to its address in a page. A file changed without a new release (in development, or by
   * another version of a package) then has another address, so that `immutable` stays true.
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
