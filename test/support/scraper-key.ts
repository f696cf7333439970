import { AccountsService } from '../../src/accounts/accounts.service.js';
import { PersonalKeysService } from '../../src/features/auth/keys/personal-keys.service.js';
import type { Services } from '../../src/wiring/services.js';

const origin = { requestId: 'test', address: '127.0.0.1', userAgent: null, receivedTick: 0 };

/** Creates an operator with a personal key, whose scope allows scraping metrics. @returns the key */
export async function scraperKey({ services }: { services: Services }): Promise<string> {
  const account = {
    email: 'chief@watchfloor.test',
    displayName: 'Chief',
    role: 'operator' as const,
    passwordHash: 'never checked',
  };
  const { id } = await services.get(AccountsService).create(account);
  const input = { name: 'Scraper', scopes: ['admin:read'], addressRanges: [] };
  const { text } = await services.get(PersonalKeysService).create(id, input, origin);
  return text;
}
