import { Service } from 'typedi';
import { StorageRepository, type TableSize } from './storage.repository.js';

export interface StorageUse {
  databaseBytes: number;
  /** Largest first. */
  tables: TableSize[];
}

/** What the service takes on the disk of its database. */
@Service()
export class StorageService {
  constructor(private readonly repository: StorageRepository) {}

  async read(): Promise<StorageUse> {
    const [databaseBytes, tables] = [await this.repository.databaseBytes(), await this.repository.tables()];
    return { databaseBytes, tables };
  }
}
