import { Service } from 'typedi';
import { shownCurrency } from '../market-symbol.js';
import { type ScreenMatch, screenValueOf } from './evaluate-screen.js';
import type { Screen, ScreenDefinition } from './screen.js';
import { ScreenRepository } from './screen.repository.js';
import { planOf } from './screen-plan.js';
import { type ScreenRun, ScreenRunService } from './screen-run.service.js';

/** The instruments that meet a screen at a moment. */
export interface ScreenMembers {
  /** In the order of the screen, up to its limit. */
  symbols: readonly string[];
  /** Instruments for which missing values leave the screen undecided. */
  undecided: readonly string[];
  /** Number of instruments whose figures are not read yet. */
  loading: number;
  /** The values of the first instruments, by symbol. */
  values: Readonly<Record<string, string>>;
}

/** Number of instruments of which values are given. */
const NAMED = 10;
const MAX_TEXT = 900;

/** Runs saved screens for rules that watch them. */
@Service()
export class ScreenMembersService {
  constructor(
    private readonly screens: ScreenRepository,
    private readonly runs: ScreenRunService,
  ) {}

  find(accountId: string, id: string): Promise<Screen | undefined> {
    return this.screens.find(accountId, id);
  }

  /** Returns a screen of any account; for internal use. */
  any(id: string): Promise<Screen | undefined> {
    return this.screens.any(id);
  }

  /** Runs a screen for its owner. @throws Problem as `ScreenRunService.run` */
  async of({ accountId, ...screen }: Screen): Promise<ScreenMembers> {
    const run = await this.runs.run({ accountId, definition: definitionOf(screen) });
    return {
      symbols: run.matches.map(({ figures }) => figures.instrument.symbol),
      undecided: run.undecided,
      loading: run.loading,
      values: valuesOf(run),
    };
  }

  /** Returns the values that a screen shows of some instruments, at most ten, whether they meet it or not. */
  async values(screen: Screen, symbols: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const named = symbols.slice(0, NAMED);
    if (named.length === 0) return {};
    const universe = { assetClasses: null, venue: null, symbols: named, watchlistId: null, portfolioId: null };
    const columns = planOf(definitionOf(screen)).shown.map(({ text }) => text);
    const definition = { universe, condition: null, sort: [], columns, limit: null };
    return valuesOf(await this.runs.run({ accountId: screen.accountId, definition }));
  }
}

const definitionOf = ({ universe, condition, sort, columns, limit }: ScreenDefinition): ScreenDefinition => ({
  universe,
  condition,
  sort,
  columns,
  limit,
});

const valuesOf = ({ matches, plan }: ScreenRun): Record<string, string> =>
  Object.fromEntries(
    matches.slice(0, NAMED).map((match) => [match.figures.instrument.symbol, textOf(plan.shown, match)]),
  );

/** Returns values as text, such as `priceToEarnings 12.4 (2026-06-30); price 50 USD (2026-11-19)`. */
function textOf(shown: ScreenRun['plan']['shown'], { figures }: ScreenMatch): string {
  const parts = shown.map((field) => {
    const { value, text, currency, lastDay, accession, missing } = screenValueOf(field, figures);
    if (missing !== null) return `${field.text} missing (${missing})`;
    const origin = [lastDay, accession && `filing ${accession}`]
      .filter((part) => part !== null && part !== '')
      .join(', ');
    const unit = shownCurrency(currency ?? '');
    return `${field.text} ${value ?? text}${unit === '' ? '' : ` ${unit}`}${origin === '' ? '' : ` (${origin})`}`;
  });
  return parts.join('; ').slice(0, MAX_TEXT);
}
