import { analyzeInThread } from '../analysis/analyze-in-thread.js';
import type { NewArticle } from '../article.js';
import { MapHappenings } from './map-happenings.js';
import { MarketHappenings } from './market-happenings.js';
import { simulatedNews } from './simulated-news.js';

export interface SimulationRequest {
  seed: number;
  /** Start (ms since 1970), exclusive. */
  from: number;
  /** End (ms since 1970), inclusive. */
  to: number;
}

let map: Promise<MapHappenings> | undefined;
let markets: { seed: number; happenings: MarketHappenings } | undefined;

/**
 * Returns the simulated news published in a range of time. Runs in a thread, which has its own copies of the simulated
 * map and markets.
 */
export async function simulateInThread({ seed, from, to }: SimulationRequest): Promise<NewArticle[]> {
  map ??= MapHappenings.create();
  if (markets?.seed !== seed) markets = { seed, happenings: new MarketHappenings(seed) };
  return analyzeInThread(simulatedNews(seed, [markets.happenings, await map], from, to));
}
