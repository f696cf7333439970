import { Service } from 'typedi';
import { EconomyService, type KnownSeries } from './economy/economy.service.js';

export type { KnownSeries };

/** Lets other features read economic series. */
@Service()
export class MarketsEconomyApi {
  constructor(private readonly economy: EconomyService) {}

  /** Returns a series with all its vintages. @throws Problem `not_found`, `unprocessable`, `unavailable` */
  series(id: string): Promise<KnownSeries> {
    return this.economy.read(id);
  }
}
