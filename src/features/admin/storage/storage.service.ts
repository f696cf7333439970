import { statfs } from 'node:fs/promises';
import { Service } from 'typedi';
import { ServiceConfig } from '../../../config/service-config.js';
import { StorageConfig } from '../../../config/storage-config.js';
import { Clock } from '../../../time/clock.js';
import { SECOND_MS } from '../../../time/durations.js';
import { StorageRepository, type TableSize } from './storage.repository.js';

export interface StorageUse {
  databaseBytes: number;
  /** Tables, largest first. */
  tables: TableSize[];
  lastBackupAt: Date | undefined;
  /** Free bytes on the disk of the service's own database; undefined if the operator runs the database. */
  freeBytes: number | undefined;
}

/** Reads the disk space that the service uses in its database. */
@Service()
export class StorageService {
  constructor(
    private readonly repository: StorageRepository,
    private readonly storage: StorageConfig,
    private readonly service: ServiceConfig,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<StorageUse> {
    const tables = await this.repository.tables();
    // Read afterwards, so that the database is not smaller than its tables, which grow meanwhile.
    const databaseBytes = await this.repository.databaseBytes();
    return {
      databaseBytes,
      tables,
      lastBackupAt: await this.repository.lastBackupAt(),
      freeBytes: await this.freeBytes(),
    };
  }

  /** Returns the free bytes on the disk of the service's own database; undefined if the operator runs the database. */
  async freeBytes(): Promise<number | undefined> {
    if (this.storage.databaseUrl !== undefined) return undefined;
    // Some file systems do not report their free space.
    const disk = await statfs(this.service.dataDir).catch(() => undefined);
    return disk && disk.bavail * disk.bsize;
  }

  /** Returns the age of the last recorded backup in seconds; undefined without one. */
  async backupAgeSeconds(): Promise<number | undefined> {
    const at = await this.repository.lastBackupAt();
    return at === undefined ? undefined : Math.max(0, (this.clock.now() - at.getTime()) / SECOND_MS);
  }
}
