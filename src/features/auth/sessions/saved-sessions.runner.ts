import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Service } from 'typedi';
import { type Role, ServiceConfig } from '../../../config/service-config.js';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { SecretVault } from '../../../secrets/secret-vault.js';
import { MemorySessionStore } from './memory-session-store.js';
import type { Session } from './session.js';
import { SessionStore } from './session-store.js';

/** Purpose that the file is encrypted for; `SecretVault` decrypts it for no other. */
const PLACE = 'saved sessions';

/**
 * Keeps in-memory sessions across a graceful restart: the stop saves them in an encrypted file, and the next start
 * reads and deletes it. After a crash there is no file, so that sessions that ended meanwhile do not come back. Does
 * nothing if sessions are in Redis.
 */
@Service()
export class SavedSessions extends Runner {
  readonly roles: readonly Role[] = ['api'];
  readonly stage = 'state';
  private readonly file: string;
  /**
   * File that names the process that started last. Only that process saves its sessions, because sessions of other
   * processes may have been ended elsewhere.
   */
  private readonly owner: string;
  private readonly self = randomBytes(8).toString('hex');

  constructor(
    service: ServiceConfig,
    private readonly store: SessionStore,
    private readonly vault: SecretVault,
    private readonly log: Log,
  ) {
    super();
    this.file = service.dataFile('sessions');
    this.owner = service.dataFile('sessions.owner');
  }

  /**
   * Restores the sessions that the last graceful stop saved. If the file cannot be read, a warning is logged and
   * everyone must sign in again.
   */
  async start(): Promise<void> {
    if (!(this.store instanceof MemorySessionStore) || !this.own()) return;
    const sealed = readIfExists(this.file);
    if (sealed === undefined) return;
    rmSync(this.file, { force: true });
    try {
      this.store.restore(JSON.parse(this.vault.open(sealed, PLACE)) as Session[]);
    } catch (error) {
      this.log.warn({ err: error }, 'Saved sessions could not be read: everyone must sign in again.');
    }
  }

  /**
   * Writes the owner file.
   * @returns false if the data directory cannot be written; sessions then end with the process
   */
  private own(): boolean {
    try {
      mkdirSync(dirname(this.owner), { recursive: true });
      writeFileSync(this.owner, this.self, { mode: 0o600 });
      return true;
    } catch (error) {
      this.log.warn({ err: error }, 'Sessions will not survive a restart: the data directory cannot be written.');
      return false;
    }
  }

  /** Saves the sessions. Runners stop after the last request was answered. */
  async stop(): Promise<void> {
    if (!(this.store instanceof MemorySessionStore) || readIfExists(this.owner) !== this.self) return;
    const sessions = this.store.snapshot();
    if (sessions.length === 0) return;
    const draft = `${this.file}.${this.self}`;
    const file = openSync(draft, 'w', 0o600);
    try {
      writeSync(file, this.vault.seal(JSON.stringify(sessions), PLACE));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(draft, this.file);
  }
}

function readIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
