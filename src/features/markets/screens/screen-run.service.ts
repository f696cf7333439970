import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { AssetClass } from '../asset-class.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import { SymbolGroups } from '../market-calendar/symbol-groups.js';
import { parseSymbol } from '../market-symbol.js';
import { evaluateScreen, type ScreenOutcome } from './evaluate-screen.js';
import { MAX_UNIVERSE, type ScreenDefinition, type ScreenUniverse } from './screen.js';
import { type InstrumentFigures, ScreenFigures, type ScreenInstrument } from './screen-figures.service.js';
import { planOf, type ScreenPlan } from './screen-plan.js';

export interface ScreenRequest {
  accountId: string;
  definition: ScreenDefinition;
  /** The moment whose knowledge is used; undefined: now. */
  knownAt?: Date;
}

export interface ScreenRun extends ScreenOutcome {
  plan: ScreenPlan;
  knownAt: Date;
  /** Number of instruments in the universe. */
  instruments: number;
  /** Number of instruments whose figures are not loaded yet. */
  loading: number;
  /** Estimated time (s) until they are; null if it is unknown, or none is missing. */
  loadingSeconds: number | null;
  /** Names of the sources of the figures. */
  providers: string[];
  warnings: string[];
}

/** Runs screens, saved or not. */
@Service()
export class ScreenRunService {
  constructor(
    private readonly table: InstrumentTable,
    private readonly groups: SymbolGroups,
    private readonly figures: ScreenFigures,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a screen.
   * @throws Problem as `planOf`; `invalid_request` for a moment in the future; `not_found` for a watchlist or portfolio
   * that the account does not have; `unprocessable` for too many instruments
   */
  async run({ accountId, definition, knownAt }: ScreenRequest, signal?: AbortSignal): Promise<ScreenRun> {
    const plan = planOf(definition);
    const now = this.clock.now();
    if (knownAt !== undefined && knownAt.getTime() > endOfDay(now))
      throw wrongParameter('query/knownAt', 'must not be in the future');
    const isPast = knownAt !== undefined && knownAt.getTime() < now;
    const instruments = await this.instrumentsOf(accountId, plan.universe);
    const fields = [...plan.fields.values()];
    const needs = {
      company: fields.some(({ group }) => group === 'ratio' || group === 'fact'),
      candles: Math.max(0, ...fields.map(({ candles }) => candles)),
    };
    const past = isPast ? knownAt : undefined;
    const found = await this.figures.read({ instruments, needs, knownAt: past, accountId });
    const outcome = await evaluateScreen(plan, found, signal);
    const loading = found.filter((one) => isLoading(one, needs)).length;
    return {
      ...outcome,
      plan,
      knownAt: past ?? new Date(now),
      instruments: instruments.length,
      loading,
      loadingSeconds: loading === 0 ? null : this.figures.secondsLeft,
      providers: providersOf(found),
      warnings: warningsOf(plan, outcome, isPast),
    };
  }

  /** Returns the instruments of a universe in the order of the directory or list, each once. */
  private async instrumentsOf(accountId: string, universe: ScreenUniverse): Promise<ScreenInstrument[]> {
    const { assetClasses, venue } = universe;
    const symbols = await this.symbolsOf(accountId, universe);
    const all =
      symbols === undefined ? this.listed(assetClasses ?? ['equity']) : symbols.flatMap((one) => this.find(one));
    const chosen = all.filter(
      ({ symbol, assetClass }) =>
        (assetClasses === null || assetClasses.includes(assetClass)) &&
        (venue === null || symbol.endsWith(`.${venue}`)),
    );
    if (chosen.length <= MAX_UNIVERSE) return chosen;
    throw new Problem('unprocessable', {
      detail: `A screen is about at most ${MAX_UNIVERSE} instruments, and these are ${chosen.length}. Name a venue.`,
    });
  }

  private async symbolsOf(accountId: string, universe: ScreenUniverse): Promise<readonly string[] | undefined> {
    const { symbols, watchlistId, portfolioId } = universe;
    if (symbols !== null) return symbols;
    for (const [parameter, id] of Object.entries({ watchlistId, portfolioId })) {
      if (id === null) continue;
      const own = await this.groups.symbolsOf(parameter, accountId, id);
      if (own !== undefined) return [...new Set(own)];
      throw new Problem('not_found', { detail: `\`${parameter}\` is not the id of one of yours.` });
    }
    return undefined;
  }

  private listed(classes: readonly AssetClass[]): readonly ScreenInstrument[] {
    return classes.flatMap((assetClass) => this.table.ofClass(assetClass));
  }

  /** Returns an instrument; one that the directory lacks has only what its symbol says. */
  private find(text: string): ScreenInstrument | [] {
    const symbol = parseSymbol(text);
    if (symbol === undefined) return [];
    const unlisted = { exchange: null, isin: null, sector: null, country: null, firstDay: null };
    const { assetClass, pair } = symbol;
    return (
      this.table.find(symbol.text) ?? {
        symbol: symbol.text,
        name: symbol.text,
        assetClass,
        currency: pair?.quote ?? null,
        ...unlisted,
      }
    );
  }
}

/** Returns the end of a day (ms, UTC), up to which a moment of today may be named. */
const endOfDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS;

const isLoading = ({ company, prices }: InstrumentFigures, needs: { company: boolean; candles: number }): boolean =>
  (needs.company && company === 'loading') || (needs.candles > 0 && prices === 'loading');

const providersOf = (found: readonly InstrumentFigures[]): string[] => {
  const names = new Set<string>();
  for (const { company, prices } of found)
    for (const columns of [company, prices]) if (typeof columns !== 'string') names.add(columns.provider);
  return [...names].sort();
};

/** Returns sentences about what a reader of the results must know. */
function warningsOf({ universe, fields, sort }: ScreenPlan, { matches }: ScreenOutcome, isPast: boolean): string[] {
  const warnings: string[] = [];
  if (isPast && universe.symbols === null)
    warnings.push(
      'The instruments are those of today: what was delisted, or removed from the list since, is left out.',
    );
  const amounts = [...fields.values()].filter(({ unit }) => unit === 'money' || unit === 'price');
  const currencies = new Set(matches.map(({ figures }) => figures.instrument.currency));
  if (amounts.length > 0 && currencies.size > 1)
    warnings.push(
      `${amounts
        .map(({ text }) => text)
        .slice(0, 5)
        .join(', ')}: amounts are compared as they are, in the currency of ` +
        `each instrument (here ${currencies.size} of them)${sort.length > 0 ? ', also when sorted' : ''}.`,
    );
  return warnings;
}
