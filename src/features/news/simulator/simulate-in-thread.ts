import { analyzeInThread } from '../analysis/analyze-in-thread.js';
import type { NewArticle } from '../article.js';
import { CompanyHappenings } from './company-happenings.js';
import { MapHappenings } from './map-happenings.js';
import { MarketHappenings } from './market-happenings.js';
import { simulatedNews } from './simulated-news.js';

export interface SimulationRequest {
  seed: number;
  /** Start (ms since 1970), exclusive. */
  from: number;
  /** End (ms since 1970), inclusive. */
  to: number;
  /** True: only comments of analysts on companies, without the incidents of markets and the map. */
  onlyComments: boolean;
}

let map: Promise<MapHappenings> | undefined;
let markets: { seed: number; moves: MarketHappenings; comments: CompanyHappenings } | undefined;

/**
 * Returns the simulated news published in a range of time. Runs in a thread, which has its own copies of the simulated
 * map and markets.
 */
export async function simulateInThread({ seed, from, to, onlyComments }: SimulationRequest): Promise<NewArticle[]> {
  if (markets?.seed !== seed)
    markets = { seed, moves: new MarketHappenings(seed), comments: new CompanyHappenings(seed) };
  const { moves, comments } = markets;
  if (onlyComments) return analyzeInThread(simulatedNews(seed, [comments], from, to));
  map ??= MapHappenings.create();
  return analyzeInThread(simulatedNews(seed, [moves, comments, await map], from, to));
}
