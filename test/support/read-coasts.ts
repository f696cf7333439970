import { Coasts } from '../../src/features/geospatial/land/coasts.js';
import type { LandMask } from '../../src/features/geospatial/land/land-mask.js';
import { createLog } from '../../src/logging/log.js';
import { ManualClock } from './manual-clock.js';

/** Returns the coasts of the world, read as the service reads them. */
export const readCoasts = (): Promise<LandMask> =>
  new Coasts(new ManualClock(), createLog({ logLevel: 'error' })).load();
