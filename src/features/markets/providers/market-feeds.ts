import type { Clock } from '../../../clock.js';
import { FeedMeter } from '../../../upstream/client/feed-meter.js';
import type { FeedRegistry } from '../../../upstream/feed-status.js';
import { type ProviderName, providerNames } from './market-provider.js';

export const feedOf = (provider: ProviderName): string => `markets.${provider}`;

/** The feed of a provider that calls nobody, and so never fails. @returns what to tell of every delivery */
export function localFeed(feeds: FeedRegistry, clock: Clock, provider: ProviderName): (records: number) => void {
  const meter = new FeedMeter(clock, { feed: feedOf(provider), provider, staleSeconds: Number.POSITIVE_INFINITY });
  feeds.register(feedOf(provider), () => meter.status());
  return (records) => meter.succeeded(records);
}

/** Says of every vendor that is not in force that there would be one. The simulator is none. */
export function tellUnconfigured(feeds: FeedRegistry, inForce: readonly string[]): void {
  for (const provider of providerNames) {
    if (provider === 'simulator' || inForce.includes(provider)) continue;
    const told = { feed: feedOf(provider), provider, status: 'not_configured' as const, lastSuccessAt: null, ageSeconds: null };
    feeds.register(feedOf(provider), () => ({ ...told, records: 0, consecutiveFailures: 0, quota: null }));
  }
}
