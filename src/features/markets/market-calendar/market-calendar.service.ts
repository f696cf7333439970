import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { ListedActionsService } from '../actions/listed-actions.service.js';
import { type CalendarEntry, type CalendarKind, calendarKinds, entryId } from '../calendar-entry.js';
import { formatDay, parseDay } from '../civil-day.js';
import { type MarketSymbol, parseSymbol } from '../market-symbol.js';
import { CalendarChunks } from './calendar-chunks.service.js';
import { SymbolGroups } from './symbol-groups.js';

export interface CalendarRequest {
  kinds?: readonly CalendarKind[];
  /** The first and the last day, inclusive. */
  from?: string;
  to?: string;
  symbols?: readonly string[];
  watchlistId?: string;
  portfolioId?: string;
}

/** An entry with its source. */
export interface SourcedEntry extends CalendarEntry {
  id: string;
  provider: string;
  fetchedAt: Date;
}

/** A kind of entries that its providers could not supply, for all symbols or for one. */
export interface CalendarFailure {
  kind: CalendarKind;
  symbol: string | null;
  code: 'not_offered' | 'not_found' | 'unavailable';
  detail: string;
}

export interface MarketCalendar {
  /** Entries, ordered by day, then by kind and subject. */
  entries: SourcedEntry[];
  failures: CalendarFailure[];
}

/** Default length of the listed range (days). */
const DEFAULT_DAYS = 30;
/** Maximum length of the listed range (days). */
const MAX_DAYS = 366;
/** Maximum number of symbols of a request, including those of its watchlist and portfolio; more are rejected. */
const MAX_SYMBOLS = 200;
/** Number of symbols whose corporate actions are read concurrently. */
const CONCURRENT_SYMBOLS = 8;

/** Lists dividends, splits, earnings reports, public offerings and economic figures by day. */
@Service()
export class MarketCalendarService {
  constructor(
    private readonly chunks: CalendarChunks,
    private readonly actions: ListedActionsService,
    private readonly groups: SymbolGroups,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the entries of a request.
   * @throws Problem `invalid_request` for a wrong range, `not_found` for a watchlist or portfolio that the account does
   * not have, `unprocessable` for too many symbols
   */
  async read(accountId: string, request: CalendarRequest): Promise<MarketCalendar> {
    const { from, to } = this.range(request);
    const symbols = await this.symbolsOf(accountId, request);
    const found: MarketCalendar = { entries: [], failures: [] };
    for (const kind of calendarKinds) {
      if (request.kinds !== undefined && !request.kinds.includes(kind)) continue;
      if (symbols === undefined) await this.readAll(found, kind, from, to);
      else if (kind === 'dividend' || kind === 'split') await this.readActions(found, kind, from, to, symbols);
      else if (kind !== 'economic') await this.readAll(found, kind, from, to, new Set(symbols.map(({ text }) => text)));
      else if (request.kinds !== undefined) await this.readAll(found, kind, from, to);
    }
    const keyed = found.entries.map((entry) => ({ key: sortKey(entry), entry }));
    keyed.sort((one, other) => (one.key < other.key ? -1 : 1));
    return { ...found, entries: keyed.map(({ entry }) => entry) };
  }

  /** Returns the first and the last day of a request. */
  private range({ from, to }: CalendarRequest): { from: string; to: string } {
    const first = from ?? new Date(this.clock.now()).toISOString().slice(0, 10);
    const end = to === undefined ? parseDay(first) + DEFAULT_DAYS : parseDay(to);
    if (parseDay(first) >= end) throw wrongParameter('query/from', 'must be before `to`');
    if (end - parseDay(first) > MAX_DAYS)
      throw wrongParameter('query/to', `must be at most ${MAX_DAYS} days after \`from\``);
    return { from: first, to: formatDay(end - 1) };
  }

  /** Returns the requested symbols, each once; undefined: all. */
  private async symbolsOf(accountId: string, request: CalendarRequest): Promise<MarketSymbol[] | undefined> {
    const { symbols, watchlistId, portfolioId } = request;
    if (symbols === undefined && watchlistId === undefined && portfolioId === undefined) return undefined;
    const texts = [...(symbols ?? [])];
    for (const [parameter, id] of Object.entries({ watchlistId, portfolioId })) {
      if (id === undefined) continue;
      const own = await this.groups.symbolsOf(parameter, accountId, id);
      if (own === undefined)
        throw new Problem('not_found', { detail: `\`${parameter}\` is not the id of one of yours.` });
      texts.push(...own);
    }
    const distinct = new Set(texts.map((text) => text.toUpperCase()));
    if (distinct.size > MAX_SYMBOLS)
      throw new Problem('unprocessable', {
        detail: `At most ${MAX_SYMBOLS} symbols are read at a time, and these are ${distinct.size}.`,
      });
    return [...distinct].flatMap((text) => parseSymbol(text) ?? []);
  }

  private async readAll(
    { entries, failures }: MarketCalendar,
    kind: CalendarKind,
    from: string,
    to: string,
    symbols?: ReadonlySet<string>,
  ): Promise<void> {
    if (!this.chunks.isOffered(kind)) {
      failures.push({ kind, symbol: null, code: 'not_offered', detail: notOffered(kind) });
      return;
    }
    try {
      const { entries: all, provider, fetchedAt } = await this.chunks.read(kind, from, to);
      for (const entry of all)
        if (symbols === undefined || (typeof entry.symbol === 'string' && symbols.has(entry.symbol)))
          entries.push({ ...entry, id: entryId(entry), provider, fetchedAt });
    } catch (error) {
      failures.push(failureOf(error, kind, null));
    }
  }

  private async readActions(
    { entries, failures }: MarketCalendar,
    kind: 'dividend' | 'split',
    from: string,
    to: string,
    symbols: readonly MarketSymbol[],
  ): Promise<void> {
    const read = async (symbol: MarketSymbol) => {
      try {
        const filter = { kinds: [kind], firstDay: from, lastDay: to };
        const { actions, provenance } = await this.actions.list(symbol, filter);
        for (const { value, currency, day, declarationDay, recordDay, paymentDay } of actions) {
          const figures = kind === 'split' ? { ratio: value } : { amount: value, currency, recordDay, paymentDay };
          const entry = { kind, day, symbol: symbol.text, declarationDay, ...figures };
          const { provider, fetchedAt } = provenance;
          entries.push({ ...entry, id: entryId(entry), provider, fetchedAt });
        }
      } catch (error) {
        failures.push(failureOf(error, kind, symbol.text));
      }
    };
    const waiting = symbols.filter(({ assetClass }) => assetClass === 'equity');
    const next = async (): Promise<void> => {
      for (let symbol = waiting.shift(); symbol !== undefined; symbol = waiting.shift()) await read(symbol);
    };
    await Promise.all(Array.from({ length: CONCURRENT_SYMBOLS }, next));
  }
}

/** Returns a text by which entries are sorted: the day, the kind, and the subject. */
export const sortKey = ({ day, kind, id }: SourcedEntry): string => `${day} ${calendarKinds.indexOf(kind)} ${id}`;

const notOffered = (kind: CalendarKind): string =>
  kind === 'dividend' || kind === 'split'
    ? `No configured provider lists the ${kind}s of all companies. Name symbols, a watchlist or a portfolio.`
    : `No configured provider offers this calendar; see \`calendars\` in GET /markets/providers.`;

/** Returns why a kind is missing, from the error of its provider. @throws any other error unchanged */
function failureOf(error: unknown, kind: CalendarKind, symbol: string | null): CalendarFailure {
  if (!(error instanceof UpstreamError)) throw error;
  if (error.code === 'not_found')
    return { kind, symbol, code: 'not_found', detail: 'No configured provider knows this symbol.' };
  if (error.code === 'not_entitled' || error.code === 'unauthorized')
    return {
      kind,
      symbol,
      code: 'not_offered',
      detail: 'No configured provider offers this; see GET /markets/providers.',
    };
  return { kind, symbol, code: 'unavailable', detail: 'The providers are not answering. Try again in a moment.' };
}
