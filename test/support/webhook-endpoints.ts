import type { Database } from '../../src/database/database.js';
import { webhookEndpoints } from '../../src/features/subscriptions/subscriptions.schema.js';
import { uuidV7 } from '../../src/time/uuid-v7.js';

/** Creates an endpoint to which nothing is ever sent. @returns its id */
export async function seedEndpoint(database: Database, accountId: string): Promise<string> {
  const id = uuidV7();
  const now = new Date();
  await database.orm.insert(webhookEndpoints).values({
    id,
    accountId,
    url: 'https://hooks.example/in',
    description: '',
    secret: 'sealed',
    createdAt: now,
    updatedAt: now,
  });
  return id;
}
