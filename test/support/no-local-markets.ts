import { LocalMarkets } from '../../src/features/markets/measured/local-markets.service.js';
import { MeasuredMarkets } from '../../src/features/markets/measured/measured-markets.service.js';
import type { OwnListingRepository } from '../../src/features/markets/own/own-listing.repository.js';
import { OwnMarkets } from '../../src/features/markets/own/own-markets.service.js';
import { SystemClock } from '../../src/time/clock.js';

const clock = new SystemClock();

/** Markets without own instruments and measured series, for services without a database. */
export const noLocalMarkets = new LocalMarkets(
  new OwnMarkets({ some: async () => [] } as unknown as OwnListingRepository, clock),
  new MeasuredMarkets(clock),
);
