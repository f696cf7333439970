import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TokenStore, Tokens } from '../../clients/typescript/src/session.js';

/** The credentials of one service. */
export interface ServerEntry {
  /** E-mail address of the account that signed in with a password. */
  email?: string;
  /** Personal key of a program. */
  key?: string;
  tokens?: Tokens;
}

interface Contents {
  /** URL of the service that was signed in to last. */
  current?: string;
  servers: Record<string, ServerEntry>;
}

const RETRY_MS = 50;
/** A lock file that has not changed for this long (ms) belongs to a process that died. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * The file with the credentials from `watchfloor login`, readable only by its owner. A lock lets only one process
 * change it at a time.
 */
export class CredentialsFile {
  readonly path: string;
  private readonly lock: string;

  /** @param pause waits for a number of milliseconds */
  constructor(
    env: Readonly<Record<string, string | undefined>>,
    private readonly pause: (ms: number) => Promise<unknown> = wait,
  ) {
    const folder =
      env.WATCHFLOOR_CONFIG_DIR || join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'watchfloor');
    this.path = join(folder, 'credentials.json');
    this.lock = `${this.path}.lock`;
  }

  /** Reads the file; empty if it does not exist. @throws when the file is not valid */
  read(): Contents {
    try {
      return JSON.parse(readFileSync(this.path, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { servers: {} };
      throw new Error(`${this.path} cannot be read: ${(error as Error).message}. Delete it and sign in again.`);
    }
  }

  /** Replaces the entry of a service; undefined removes it. */
  async replace(url: string, entry: ServerEntry | undefined): Promise<void> {
    await this.alone(async () => {
      const { current, servers } = this.read();
      const { [url]: _replaced, ...others } = servers;
      if (entry === undefined)
        this.write({ ...(current === undefined || current === url ? {} : { current }), servers: others });
      else this.write({ current: url, servers: { ...others, [url]: entry } });
    });
  }

  /** Returns a store for the tokens of a service's entry. */
  storeOf(url: string): TokenStore {
    const read = async () => this.read().servers[url]?.tokens;
    const change: TokenStore['change'] = (next) =>
      this.alone(async () => {
        const before = await read();
        const tokens = await next(before);
        const { servers, ...rest } = this.read();
        // If another process removed the entry, the session has no tokens to renew, so none are written.
        if (tokens !== before) this.write({ ...rest, servers: { ...servers, [url]: { ...servers[url], tokens } } });
        return tokens;
      });
    return { read, change };
  }

  private write(contents: Contents): void {
    const fresh = `${this.path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(fresh, `${JSON.stringify(contents, null, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, this.path);
  }

  private async alone<T>(work: () => Promise<T>): Promise<T> {
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 });
    let [seen, waitedMs] = [0, 0];
    while (!this.take()) {
      const at = statSync(this.lock, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      waitedMs = at === seen ? waitedMs + RETRY_MS : 0;
      seen = at;
      if (waitedMs > LOCK_TIMEOUT_MS) rmSync(this.lock, { force: true });
      await this.pause(RETRY_MS);
    }
    try {
      return await work();
    } finally {
      rmSync(this.lock, { force: true });
    }
  }

  private take(): boolean {
    try {
      closeSync(openSync(this.lock, 'wx', 0o600));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
  }
}
