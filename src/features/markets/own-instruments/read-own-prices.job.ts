import { Service } from 'typedi';
import type { Job } from '../../../jobs/job.js';
import { OwnPriceReadings } from './price-readings.service.js';

/**
 * Reads the prices of own instruments from their addresses. Idempotent: a day has one price, which a repeated reading
 * replaces, and an address is due again only at its next time.
 */
@Service()
export class ReadOwnPricesJob implements Job {
  readonly name = 'markets.read-own-prices';
  readonly everySeconds = 60;

  constructor(private readonly readings: OwnPriceReadings) {}

  run(signal: AbortSignal): Promise<void> {
    return this.readings.readDue(signal);
  }
}
