import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { GeoEvent } from '../../geospatial/geo-event.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { countryName } from '../../geospatial/land/country-code.js';
import { countryShape } from '../../geospatial/land/country-shape.js';
import { idOf } from '../../geospatial/layer.js';
import type { Vessel } from '../../geospatial/vessel.js';
import { exchanges } from '../../markets/calendar/exchanges.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { ArticleFigures } from '../../news/articles/article-view.js';
import { NewsApi } from '../../news/news.api.js';
import { articleMention, type Mention } from '../entities/entity.js';
import { SanctionsLists } from '../sanctions/sanctions-lists.service.js';
import { SanctionsSearch } from '../sanctions/sanctions-search.service.js';
import { currencyOfCountry } from './currencies.js';
import { type Risk, type RiskPart, type RiskPartName, riskOf, riskParts, saturating } from './risk.js';

const EVENT_DAYS = 7;
const NEWS_DAYS = 7;
const CURRENCY_DAYS = 30;
const MAX_EVENTS = 300;
const SHOWN = 10;
/**
 * Margin (m) around the largest part of the country, and maximum distance from its center, within which vessels are
 * searched.
 */
const WATERS_METERS = 100_000;
const MAX_RADIUS_METERS = 1_500_000;
const MAX_VESSELS = 2_000;
/** Number of vessels screened before the event loop continues; screening them takes some milliseconds. */
const VESSELS_PER_TURN = 40;
/**
 * Amounts that give half of the maximum risk: sum of the severities above 1, number of entries on lists, and fall of
 * the currency as a fraction.
 */
const HALF_SEVERITY = 10;
const HALF_ENTRIES = 200;
const HALF_FALL = 0.05;

/** A sanctioned vessel near a country. */
export interface ListedVessel {
  mmsi: string;
  name: string | null;
  listedName: string;
  entity: string;
}

export interface Dossier {
  code: string;
  name: string;
  risk: Risk;
  events: { count: number; latest: GeoEvent[] };
  /** News of the last 7 days. */
  news: ArticleFigures & { latest: Mention[] };
  markets: {
    exchanges: Array<{ code: string; name: string }>;
    currency: string | null;
    dollarChangePercent: number | null;
  };
  vessels: { count: number; isLimited: boolean; radiusMeters: number; listed: ListedVessel[] } | null;
  sanctions: { recordCount: number; lists: string[] };
}

interface CurrencyChange {
  currency: string | null;
  /** Change of the dollar's price in the currency, as a fraction; positive if the currency fell; null if unknown. */
  change: number | null;
  source: string;
  detail: string;
}

/** Collects the data about a country. */
@Service()
export class DossierService {
  constructor(
    private readonly geospatial: GeospatialApi,
    private readonly markets: MarketsApi,
    private readonly lists: SanctionsLists,
    private readonly sanctions: SanctionsSearch,
    private readonly news: NewsApi,
    private readonly clock: Clock,
  ) {}

  /** Reads a dossier. @throws Problem `not_found` for an unassigned code */
  async read(accountId: string, code: string): Promise<Dossier> {
    const name = countryName(code);
    if (name === undefined)
      throw new Problem('not_found', { detail: 'This code is not assigned to a country (ISO 3166-1 alpha-2).' });
    const [events, news, currency, vessels, snapshot] = await Promise.all([
      this.events(code),
      this.newsAbout(accountId, code),
      this.currency(code),
      this.vessels(code),
      this.lists.current(),
    ]);
    const records = snapshot.entities.filter(({ countries }) => countries.includes(code)).length;
    const lists = snapshot.lists.map(({ provider }) => provider);
    const parts = [eventsPart(events), newsPart(news), sanctionsPart(records, lists), currencyPart(currency)];
    return {
      code,
      name,
      risk: riskOf(parts),
      news,
      vessels,
      sanctions: { recordCount: records, lists },
      events: { count: events?.length ?? 0, latest: (events ?? []).slice(0, SHOWN) },
      markets: {
        exchanges: exchanges
          .filter(({ country }) => country === code)
          .map(({ code: exchange, name: title }) => ({ code: exchange, name: title })),
        currency: currency.currency,
        dollarChangePercent: currency.change === null ? null : Math.round(currency.change * 10_000) / 100,
      },
    };
  }

  private before(days: number): Date {
    return new Date(this.clock.now() - days * DAY_MS);
  }

  private async newsAbout(accountId: string, code: string): Promise<Dossier['news']> {
    const filter = { countries: [code], from: this.before(NEWS_DAYS) };
    const [figures, latest] = await Promise.all([
      this.news.figures(accountId, filter),
      this.news.list(accountId, filter, SHOWN),
    ]);
    return { ...figures, latest: latest.map(articleMention) };
  }

  /** Returns recent events in the country; undefined for a country without a shape. */
  private async events(code: string): Promise<GeoEvent[] | undefined> {
    const shape = countryShape(code);
    if (shape === undefined) return undefined;
    return (await this.geospatial.events({ area: shape.area, from: this.before(EVENT_DAYS) }, MAX_EVENTS)).events;
  }

  private async vessels(code: string): Promise<Dossier['vessels']> {
    const shape = countryShape(code);
    if (shape === undefined) return null;
    const radiusMeters = Math.min(shape.radiusMeters + WATERS_METERS, MAX_RADIUS_METERS);
    const found = this.geospatial.near('vessels', shape.center, radiusMeters, MAX_VESSELS) as Vessel[];
    const listed: ListedVessel[] = [];
    for (const [number, { key, imo, name }] of found.entries()) {
      if (number % VESSELS_PER_TURN === 0) await ownTurn();
      const mmsi = idOf('vessels', key);
      const [match] = await this.sanctions.vessel({ mmsi, imo: imo === null ? null : String(imo), name });
      if (match) listed.push({ mmsi, name, listedName: match.entity.name, entity: `sanctioned:${match.entity.id}` });
    }
    return {
      count: found.length,
      isLimited: found.length === MAX_VESSELS,
      radiusMeters,
      listed: listed.slice(0, SHOWN),
    };
  }

  /**
   * Returns the change of the dollar's price in the currency of the country. If the vendor fails, the part is missing.
   */
  private async currency(code: string): Promise<CurrencyChange> {
    const currency = currencyOfCountry(code) ?? null;
    if (currency === null)
      return { currency, change: null, source: 'markets', detail: 'The currency of the country is not known here.' };
    if (currency === 'USD')
      return { currency, change: 0, source: 'markets', detail: 'The currency is the US dollar itself.' };
    try {
      const to = new Date(this.clock.now());
      const series = await this.markets.candles(`USD${currency}.FOREX`, {
        interval: '1d',
        from: this.before(CURRENCY_DAYS).toISOString(),
        to: to.toISOString(),
      });
      const [first, last] = [series.items.at(0), series.items.at(-1)];
      if (first === undefined || last === undefined || first === last) throw new Problem('unprocessable');
      const change = last.close / first.close - 1;
      const direction = change >= 0 ? 'rose' : 'fell';
      const detail = `The dollar ${direction} by ${Math.abs(change * 100).toFixed(1)} % in ${currency} in ${CURRENCY_DAYS} days.`;
      return { currency, change, source: series.provenance.provider, detail };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { currency, change: null, source: 'markets', detail: `There are no candles of USD${currency}.FOREX.` };
    }
  }
}

const part = (name: RiskPartName, value: number | null, detail: string, source: string): RiskPart => ({
  name,
  weight: riskParts[name],
  value,
  detail,
  source,
});

function eventsPart(events: readonly GeoEvent[] | undefined): RiskPart {
  if (events === undefined) return part('events', null, 'The shape of the country is not known here.', 'geospatial');
  const weight = events.reduce((sum, { severity }) => sum + (severity - 1), 0);
  const providers = [...new Set(events.map(({ provider }) => provider))].sort().join(', ');
  const detail = `${events.length} ${events.length === 1 ? 'event' : 'events'} in ${EVENT_DAYS} days; the sum of their severities above 1 is ${weight}, ${HALF_SEVERITY} give 0.5.`;
  return part('events', saturating(weight, HALF_SEVERITY), detail, providers || 'geospatial');
}

function newsPart({ articles, tone }: ArticleFigures): RiskPart {
  if (tone === null)
    return part('news', null, `No article of the last ${NEWS_DAYS} days that names the country has a tone.`, 'news');
  const value = Math.round(500 * (1 - Math.max(-1, Math.min(1, tone)))) / 1000;
  return part(
    'news',
    value,
    `The mean tone of ${articles} articles in ${NEWS_DAYS} days is ${tone.toFixed(2)}; -1 gives 1, and 1 gives 0.`,
    'news',
  );
}

function sanctionsPart(records: number, lists: readonly string[]): RiskPart {
  if (lists.length === 0) return part('sanctions', null, 'No sanctions list is configured.', 'sanctions');
  return part(
    'sanctions',
    saturating(records, HALF_ENTRIES),
    `${records} entries of sanctions lists name the country; ${HALF_ENTRIES} give 0.5.`,
    lists.join(', '),
  );
}

function currencyPart({ change, detail, source }: CurrencyChange): RiskPart {
  if (change === null) return part('currency', null, detail, source);
  return part(
    'currency',
    saturating(Math.max(0, change), HALF_FALL),
    `${detail} A rise by ${HALF_FALL * 100} % gives 0.5.`,
    source,
  );
}
