import { Service } from 'typedi';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { intradayMs } from '../interval.js';
import type { MarketSymbol } from '../market-symbol.js';
import { MarketProviders } from '../providers/market-provider.js';
import { OutOfReach } from '../providers/out-of-reach.js';
import { MarketRouter, mostUseful } from '../routing/market-router.service.js';
import { type Requirement, satisfies } from '../routing/requirement.js';
import { type ArchivedBars, type BarSource, CandleArchive } from './candle-archive.service.js';
import type { CandleWindow } from './candle-window.js';
import { type SourcePlan, sourcePlans } from './source-intervals.js';
import type { Span } from './stretches.js';
import { slipWarnings, unitSlips } from './unit-slips.js';

/** Bars by one provider, of the length that was asked for or shorter, as traded. */
export interface SourcedBars extends ArchivedBars {
  source: BarSource;
  plan: SourcePlan;
  /** Sentences: who was asked first, what is missing. */
  warnings: string[];
}

/** So many bars, or more, show by themselves which of them are out of line; fewer are held against so many on both sides. */
const FEW = 60;
const CONTEXT = 30;

/** Those that did not answer, with what they said: they are not asked for shorter bars. */
type FailedProviders = Map<string, UpstreamError>;

/** Whose bars an answer is made of: always those of one provider. */
@Service()
export class BarRouting {
  constructor(
    private readonly router: MarketRouter,
    private readonly providers: MarketProviders,
    private readonly archive: CandleArchive,
  ) {}

  /**
   * From the first provider that has all of them; when none can give what is missing, what is stored of the one that has most.
   * @throws UpstreamError when there is nothing at all
   */
  async bars(symbol: MarketSymbol, window: CandleWindow): Promise<SourcedBars> {
    const plans = sourcePlans(window.interval, window.slots);
    const failures: UpstreamError[] = [];
    const failed: FailedProviders = new Map();
    for (const plan of plans) {
      const asked = await this.ask(symbol, window, plan, failed);
      if (!(asked instanceof UpstreamError)) return this.checked(asked);
      failures.push(asked);
    }
    const failure = mostUseful(failures) ?? new UpstreamError('not_entitled');
    if (failure instanceof OutOfReach) {
      const reached = await this.reached(symbol, window, failure.earliest);
      if (reached !== undefined) return reached;
    }
    const stored = await this.stored(symbol, window, plans);
    if (stored !== undefined) return this.checked(stored);
    throw failure;
  }

  /** The part of a window that a provider reaches, behind what is stored of before. @returns undefined when it reaches none of it */
  private async reached(symbol: MarketSymbol, window: CandleWindow, earliest: Date): Promise<SourcedBars | undefined> {
    const from = earliest.getTime();
    if (from <= window.from || from >= window.to) return undefined;
    const reached = await this.bars(symbol, { ...window, from, slots: window.slots.filter((slot) => slot.time >= from) });
    const { bars: earlier } = await this.archive.stored(reached.source, { from: spanOf(window, reached.plan).from, to: from });
    const first = reached.bars[0]?.time ?? new Date(window.to);
    const warning = `No provider in use has bars from before ${earliest.toISOString()}.`;
    return { ...reached, bars: [...earlier.filter(({ time }) => time < first), ...reached.bars], warnings: [...reached.warnings, warning] };
  }

  /** With a warning for bars in another unit than those around them. Few bars are held against stored ones on both sides. */
  private async checked(sourced: SourcedBars): Promise<SourcedBars> {
    const { bars, source, warnings } = sourced;
    const [first, last] = [bars[0], bars.at(-1)];
    if (first === undefined || last === undefined) return sourced;
    const span = { from: first.time.getTime(), to: last.time.getTime() + 1 };
    const { before, after } = bars.length < FEW ? await this.archive.around(source, span, CONTEXT) : { before: [], after: [] };
    const all = [...before, ...bars, ...after];
    const runs = unitSlips(all).filter(({ from, to }) => to > before.length && from < before.length + bars.length);
    if (runs.length === 0) return sourced;
    return { ...sourced, warnings: [...warnings, ...slipWarnings(all, runs, intradayMs(source.interval) === undefined)] };
  }

  private async ask(symbol: MarketSymbol, window: CandleWindow, plan: SourcePlan, failed: FailedProviders): Promise<SourcedBars | UpstreamError> {
    const requirement = requirementOf(symbol, plan);
    try {
      const { provider, capability, answer, warnings } = await this.router.route(requirement, async (asked) => {
        const capability = asked.capabilities.find((offered) => satisfies(offered, requirement));
        if (capability === undefined) throw new UpstreamError('not_entitled');
        const before = failed.get(asked.name);
        if (before !== undefined) throw before;
        return this.archive.read({ symbol, interval: plan.source, provider: asked, capability }, spanOf(window, plan)).catch((error: unknown) => {
          // A refusal is of one interval; what else went wrong goes wrong with shorter bars as well.
          if (error instanceof UpstreamError && error.code !== 'not_entitled') failed.set(asked.name, error);
          throw error;
        });
      });
      const said = answer.stale ? [`${provider.title} gives no answer at the moment: the last bars are those it gave before.`] : [];
      return { ...answer, source: { symbol, interval: plan.source, provider, capability }, plan, warnings: [...warnings, ...said] };
    } catch (error) {
      if (error instanceof UpstreamError) return error;
      throw error;
    }
  }

  private async stored(symbol: MarketSymbol, window: CandleWindow, plans: readonly SourcePlan[]): Promise<SourcedBars | undefined> {
    let most: SourcedBars | undefined;
    for (const plan of plans) {
      for (const provider of this.providers.list) {
        const capability = provider.capabilities.find((offered) => satisfies(offered, requirementOf(symbol, plan)));
        if (capability === undefined) continue;
        const source = { symbol, interval: plan.source, provider, capability };
        const found = await this.archive.stored(source, spanOf(window, plan));
        const warnings = [`${provider.title} gives no answer at the moment: these are the bars stored before.`];
        if (found.bars.length > (most?.bars.length ?? 0)) most = { ...found, source, plan, warnings };
      }
      if (most !== undefined) return most;
    }
    return undefined;
  }
}

const requirementOf = ({ assetClass, venue }: MarketSymbol, { source }: SourcePlan): Requirement => ({
  operation: 'candles',
  assetClass,
  venue,
  interval: source,
});

/** Where the bars of the provider lie that make those of the window. */
function spanOf({ from, to, slots }: CandleWindow, { source, inSlots }: SourcePlan): Span {
  const step = intradayMs(source);
  if (step === undefined) return { from, to };
  const [first, last] = [slots[0], slots.at(-1)];
  if (first === undefined || last === undefined) return { from, to: from };
  // A bar that reaches into the first slot may open before it.
  return { from: inSlots ? first.from : first.from - step + 1, to: last.to };
}
