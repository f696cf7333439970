import type { ResourceUsage } from '../accounts/resource-usages.js';
import type { AnyRecords } from './owned-records.js';

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Returns an account's use of the quotas of kinds, named like their sections of the export but in snake case:
 * `alert_silences`. Kinds are counted one after another, so that a request uses only one connection.
 */
export async function ownedUsage(kinds: readonly AnyRecords[], accountId: string): Promise<ResourceUsage[]> {
  const usages: ResourceUsage[] = [];
  for (const records of kinds) {
    const { exported, limit } = records.kind;
    if (exported === undefined) continue;
    const name = exported.limitName ?? snakeCase(exported.section);
    usages.push({ name, used: await records.count(accountId), limit: limit() });
  }
  return usages;
}
