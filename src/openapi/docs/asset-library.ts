import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { Representation } from './representation.js';

/** Where the bytes of an asset come from: a file, or text made here. */
export type AssetSource = { file: string; replace?: [from: string, to: string] } | { text: string };

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
};

/** The assets of one page by name. A closed list: a name that is not on it is no path on disk either. */
export class AssetLibrary {
  readonly #loaded = new Map<string, Promise<Representation | undefined>>();

  /** @param prefix path under which the assets are served, ending in `/` */
  constructor(
    readonly prefix: string,
    private readonly sources: Record<string, AssetSource>,
  ) {}

  /** The asset at a request path; `undefined` when it is not one, or its file is missing. Read from disk once. */
  async find(path: string): Promise<Representation | undefined> {
    if (!path.startsWith(this.prefix)) return undefined;
    const name = path.slice(this.prefix.length);
    if (!Object.hasOwn(this.sources, name)) return undefined;
    let asset = this.#loaded.get(name);
    if (!asset) {
      asset = this.#load(name);
      this.#loaded.set(name, asset);
    }
    return asset;
  }

  /**
   * Adds each asset's digest to its address in a page. A file changed without a new release (in development, or by another
   * version of a package) then has another address, so that `immutable` stays true.
   */
  async pin(html: string): Promise<string> {
    let pinned = html;
    for (const name of Object.keys(this.sources)) {
      const asset = await this.find(this.prefix + name);
      if (asset) pinned = pinned.replaceAll(`${this.prefix}${name}"`, `${this.prefix}${name}?${asset.digest}"`);
    }
    return pinned;
  }

  async #load(name: string): Promise<Representation | undefined> {
    const source = this.sources[name]!;
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    if ('text' in source) return new Representation(Buffer.from(source.text), type);
    try {
      const bytes = await readFile(source.file);
      const [from, to] = source.replace ?? [];
      return new Representation(from === undefined ? bytes : Buffer.from(bytes.toString('utf8').replaceAll(from, to!)), type);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}
