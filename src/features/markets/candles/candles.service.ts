import { Service } from 'typedi';
import { Problem } from '../../../http/problem.js';
import type { CandleRequest, CandleSeries } from './candle-series.js';

/** Bars of any interval, from what is stored and from the providers. */
@Service()
export class CandlesService {
  /**
   * @param symbol in either case
   * @throws Problem `invalid_request` for a range that is none, `unprocessable` for one of too many bars, `not_found` for what nobody knows, `unavailable`
   */
  async read(_symbol: string, _request: CandleRequest, _signal?: AbortSignal): Promise<CandleSeries> {
    throw new Problem('unavailable');
  }
}
