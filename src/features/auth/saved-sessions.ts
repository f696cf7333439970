import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Service } from 'typedi';
import { ServiceConfig } from '../../config/service-config.js';
import { Log } from '../../log.js';
import { SecretVault } from '../../secrets/secret-vault.js';
import { MemorySessionStore } from './memory-session-store.js';
import type { Session } from './session.js';
import { SessionStore } from './session-store.js';

/** What the file is sealed for; it opens nowhere else. */
const PLACE = 'saved sessions';

/**
 * Carries sessions that are kept in memory over a graceful restart: saved, sealed, at the stop and read at the next start, which removes
 * the file. After a crash there is none, so that no session comes back that ended in the meantime. Where sessions are in Redis it does
 * nothing.
 */
@Service()
export class SavedSessions {
  private readonly file: string;
  /** Names the process that started last: only that one saves, since the sessions of others may have been ended elsewhere. */
  private readonly owner: string;
  private readonly self = randomBytes(8).toString('hex');

  constructor(
    service: ServiceConfig,
    private readonly store: SessionStore,
    private readonly vault: SecretVault,
    private readonly log: Log,
  ) {
    this.file = service.dataFile('sessions');
    this.owner = service.dataFile('sessions.owner');
  }

  /** Puts back what the last graceful stop saved. A file that cannot be read is left out with a warning: people sign in again. */
  load(): void {
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

  /** False where the data directory cannot be written, which nothing else may need: sessions then end with the process. */
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

  /** Call when no request is answered any more. */
  save(): void {
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
