import { tags } from '../../../api/tags.js';

/** A group of scopes on the consent page; `read` and `write` are the scopes that the app asks for. */
export interface ScopeGroup {
  folder: string;
  title: string;
  read?: string;
  write?: string;
  /** Sentences that explain reading and writing. */
  words: { read: string; write: string };
}

/** Sentences that explain the scopes of each group to people. */
const words: Readonly<Record<string, ScopeGroup['words']>> = {
  auth: { read: 'See your sessions and the names of your keys', write: 'End your sessions and your keys' },
  users: { read: 'See your profile, settings, teams and activity', write: 'Change your profile, settings and teams' },
  markets: { read: 'See prices, companies and your watchlists', write: 'Change your watchlists and screens' },
  geospatial: { read: 'See vessels, aircraft, ports and your geofences', write: 'Change your geofences and fleets' },
  alerts: { read: 'See your rules and alerts', write: 'Change your rules and acknowledge alerts' },
  timeline: { read: 'See events and your notes on them', write: 'Add and change your notes on events' },
  search: { read: 'Search everything that you may see', write: 'Change your saved searches' },
  news: { read: 'See news and your feeds', write: 'Change your feeds' },
  osint: { read: 'See sanctions, vulnerabilities and your cases', write: 'Change your cases' },
  ai: { read: 'See your conversations with the assistant', write: 'Ask the assistant in your name' },
  portfolios: { read: 'See your portfolios with their amounts', write: 'Change your portfolios and transactions' },
  clients: { read: 'See your clients and notes on them', write: 'Change your clients and notes on them' },
  graphs: { read: 'See your charts', write: 'Change and publish your charts' },
  subscriptions: { read: 'See your subscriptions', write: 'Change your subscriptions' },
  webhooks: { read: 'See your webhooks and deliveries', write: 'Send your events to other addresses' },
  admin: { read: 'See accounts, settings and the audit record', write: 'Change accounts and settings of everyone' },
};

/** Returns the groups of scopes in the order of the documentation. */
export function groupsOf(scopes: readonly string[]): ScopeGroup[] {
  return Object.entries(tags).flatMap(([folder, { name }]) => {
    const asked = (access: 'read' | 'write') => scopes.find((scope) => scope === `${folder}:${access}`);
    const [read, write] = [asked('read'), asked('write')];
    if (read === undefined && write === undefined) return [];
    const said = words[folder] ?? { read: `See ${name}`, write: `Change ${name}` };
    return [{ folder, title: name, words: said, ...(read && { read }), ...(write && { write }) }];
  });
}
