import type { OwnListingRepository } from '../../src/features/markets/own/own-listing.repository.js';
import { OwnMarkets } from '../../src/features/markets/own/own-markets.service.js';
import { SystemClock } from '../../src/time/clock.js';

/** Own instruments of no account, for services without a database. */
export const noOwnMarkets = new OwnMarkets(
  { some: async () => [] } as unknown as OwnListingRepository,
  new SystemClock(),
);
