import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { alertWebPushKeys } from '../alerts.schema.js';

/** A key pair as it is stored: the private key encrypted. */
export interface StoredKeys {
  publicKey: string;
  privateKey: string;
}

@Service()
export class VapidKeyRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<StoredKeys | undefined> {
    const [found] = await this.database.orm.select().from(alertWebPushKeys);
    return found;
  }

  /** Stores keys unless there are some. @returns the stored ones */
  async insert(made: StoredKeys): Promise<StoredKeys> {
    await this.database.orm.insert(alertWebPushKeys).values(made).onConflictDoNothing();
    return (await this.find()) as StoredKeys;
  }

  async update(privateKey: string): Promise<void> {
    await this.database.orm.update(alertWebPushKeys).set({ privateKey });
  }
}
