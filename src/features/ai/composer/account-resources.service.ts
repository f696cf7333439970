import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { InProcessApi } from '../../../http/in-process-api.js';
import { foldedWords } from '../../../text/words.js';
import { ToolCalls } from '../tools/tool.js';
import type { OwnNames, OwnType } from './spans/own-names.js';
import type { Named } from './spans/span.js';

const LIMIT = 200;
/** Lists of the caller's own objects: type, path below `/api/v1`, and field with the name. */
const LISTS: ReadonlyArray<readonly [type: OwnType, path: string, field: string]> = [
  ['portfolio', '/portfolios', 'name'],
  ['watchlist', '/markets/watchlists', 'name'],
  ['geofence', '/geospatial/geofences', 'name'],
  ['rule', '/alerts/rules', 'name'],
  ['alert', '/alerts', 'ruleName'],
  ['client', '/clients', 'name'],
];
const MAX_FOUND = 6;
/** Maximum number of clients named in a question whose portfolios are read. */
const MAX_CLIENTS = 5;
const MIN_NAME_WORD = 3;

/** Finds the names that a caller's question may contain. */
@Service()
export class AccountResources {
  constructor(
    private readonly api: InProcessApi,
    private readonly calls: ToolCalls,
  ) {}

  /**
   * Returns the caller's own objects by type. Lists that a personal key may not read, or that the service does not
   * serve, are empty.
   * @param text the question; clients that it names are returned with their portfolios
   */
  async names(caller: Caller, text: string, signal: AbortSignal): Promise<OwnNames> {
    const found: Record<OwnType, readonly Named[]> = {
      portfolio: [],
      watchlist: [],
      geofence: [],
      rule: [],
      alert: [],
      client: [],
    };
    await Promise.all(
      LISTS.map(async ([type, path, field]) => {
        found[type] = await this.list(caller, path, field, signal);
      }),
    );
    found.client = await this.withPortfolios(caller, found.client, text, signal);
    return found;
  }

  private async withPortfolios(
    caller: Caller,
    clients: readonly Named[],
    text: string,
    signal: AbortSignal,
  ): Promise<readonly Named[]> {
    const asked = new Set(foldedWords(text).split(' '));
    const isNamed = ({ name }: Named) =>
      foldedWords(name)
        .split(' ')
        .some((word) => word.length >= MIN_NAME_WORD && asked.has(word));
    const named = new Set(clients.filter(isNamed).slice(0, MAX_CLIENTS));
    return Promise.all(
      clients.map(async (client) => {
        if (!named.has(client)) return client;
        const { status, value } = await this.api.call(
          caller,
          { method: 'GET', url: `/api/v1/clients/${client.id}/portfolios` },
          signal,
        );
        if (status !== 200) return client;
        const { items } = value as { items: Array<{ portfolioId: string; name: string }> };
        return { ...client, portfolios: items.map(({ portfolioId, name }) => ({ id: portfolioId, name })) };
      }),
    );
  }

  /** Returns the default watchlist of the caller's preferences; undefined without one. */
  async defaultWatchlistId(caller: Caller, signal: AbortSignal): Promise<string | undefined> {
    const { status, value } = await this.api.call(
      caller,
      { method: 'GET', url: '/api/v1/users/me/preferences' },
      signal,
    );
    return status === 200
      ? ((value as { defaultWatchlistId: string | null }).defaultWatchlistId ?? undefined)
      : undefined;
  }

  /** Returns live vessels whose name contains all words of the phrase, or the vessel with this IMO number. */
  async vessels(caller: Caller, phrase: string, signal: AbortSignal): Promise<Named[]> {
    const words = phrase.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
    if (words.length === 0) return [];
    const q = words.map((word) => `"${word}"`).join(' ');
    const { value } = await this.calls.call(
      caller,
      'search_everything',
      { q, type: ['vessel'], limit: MAX_FOUND },
      signal,
    );
    const items = (value as { items?: Array<{ id: string; title: string }> } | null)?.items ?? [];
    const fits = (title: string) => {
      const parts = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
      return words.every((word) => parts.includes(word.toLowerCase()));
    };
    // A vessel that was found by its IMO number need not have it in its name.
    const isImo = /^\d{7}$/.test(phrase) && items.length === 1;
    return items
      .filter(({ title }) => isImo || fits(title))
      .map(({ id, title }) => ({ id, name: title, detail: `MMSI ${id}` }));
  }

  private async list(caller: Caller, path: string, field: string, signal: AbortSignal): Promise<Named[]> {
    const { status, value } = await this.api.call(
      caller,
      { method: 'GET', url: `/api/v1${path}?limit=${LIMIT}&fields=id,${field}` },
      signal,
    );
    if (status !== 200) return [];
    return (value as { items: Array<Record<string, string>> }).items.map((item) => ({
      id: item.id as string,
      name: item[field] as string,
    }));
  }
}
