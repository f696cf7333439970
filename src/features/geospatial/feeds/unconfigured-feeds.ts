import type { FeedRegistry } from '../../../upstream/feed-status.js';

/** Who could be asked, and what its feed is called. */
const vendors: ReadonlyArray<{ feed: string; provider: string }> = [
  { feed: 'ais.aisstream', provider: 'aisstream' },
  { feed: 'adsb.adsblol', provider: 'adsblol' },
  { feed: 'adsb.adsbfi', provider: 'adsbfi' },
  { feed: 'adsb.airplaneslive', provider: 'airplaneslive' },
  { feed: 'adsb.opensky', provider: 'opensky' },
  { feed: 'events.usgs', provider: 'usgs' },
  { feed: 'events.eonet', provider: 'eonet' },
  { feed: 'events.gdacs', provider: 'gdacs' },
  { feed: 'events.gdelt', provider: 'gdelt' },
];

/** Says of every vendor that is not asked that it could be. */
export function tellUnconfigured(feeds: FeedRegistry): void {
  for (const vendor of vendors) {
    if (feeds.has(vendor.feed)) continue;
    const status = { ...vendor, status: 'not_configured' as const, lastSuccessAt: null, ageSeconds: null, records: 0, consecutiveFailures: 0, quota: null };
    feeds.register(vendor.feed, () => status);
  }
}
