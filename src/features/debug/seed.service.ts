import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import type { Caller } from '../../http/caller.js';
import { InProcessApi } from '../../http/in-process-api.js';
import { Log } from '../../logging/log.js';

export interface Seeded {
  portfolioId: string;
  watchlistId: string;
  geofenceId: string;
  alertRuleId: string;
}

const watchlist = { name: 'Demonstration', symbols: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'] };
const geofence = {
  name: 'Port of Rotterdam',
  shape: { type: 'circle', center: { lat: 51.95, lon: 4.05 }, radiusMeters: 20_000 },
};
const alertRule = {
  name: 'Apple above 250',
  condition: { type: 'price', symbol: 'AAPL.US', operator: 'above', threshold: 250 },
};

/** Creates demonstration data for an account, with the same operations that callers use. */
@Service()
export class SeedService {
  constructor(
    private readonly api: InProcessApi,
    private readonly log: Log,
  ) {}

  /**
   * Creates all demonstration data. If this fails, everything is deleted again except the portfolio, which an account
   * has only once; a record that cannot be deleted is logged.
   * @throws Problem `quota_reached`, `unavailable`
   */
  async seed(caller: Caller, signal: AbortSignal): Promise<Seeded> {
    const { portfolio } = (await this.create(caller, '/portfolios/demo', undefined, signal)) as {
      portfolio: { id: string };
    };
    const created: string[] = [];
    const add = async (path: string, body: object): Promise<string> => {
      const { id } = (await this.create(caller, path, body, signal)) as { id: string };
      created.push(`${path}/${id}`);
      return id;
    };
    try {
      const watchlistId = await add('/markets/watchlists', watchlist);
      const geofenceId = await add('/geospatial/geofences', geofence);
      const alertRuleId = await add('/alerts/rules', alertRule);
      return { portfolioId: portfolio.id, watchlistId, geofenceId, alertRuleId };
    } catch (error) {
      // The data is deleted even if the caller has disconnected.
      for (const path of created.reverse()) await this.remove(caller, path);
      throw error;
    }
  }

  /** Deletes a record; logs a failure, because the caller gets the problem that led to the deletion. */
  private async remove(caller: Caller, path: string): Promise<void> {
    const request = { method: 'DELETE', url: `/api/v1${path}` } as const;
    const failure = await this.api.call(caller, request, new AbortController().signal).then(
      ({ status }) => (status < 300 ? undefined : { status }),
      (err: unknown) => ({ err }),
    );
    if (failure !== undefined)
      this.log.warn({ path, ...failure }, 'Demonstration data was not deleted after a failed seed; delete it by hand.');
  }

  private async create(caller: Caller, path: string, body: object | undefined, signal: AbortSignal): Promise<unknown> {
    const { status, value } = await this.api.call(caller, { method: 'POST', url: `/api/v1${path}`, body }, signal);
    if (status < 300) return value;
    const { code, detail } = (value ?? {}) as { code?: string; detail?: string };
    throw new Problem(code === 'quota_reached' ? code : 'unavailable', {
      detail: `POST ${path} answered ${status}: ${detail ?? code}`,
    });
  }
}
