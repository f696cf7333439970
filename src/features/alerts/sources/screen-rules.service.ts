import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { unlessRunning } from '../../../async/unless-running.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { MarketsScreensApi, type Screen, type ScreenMembers } from '../../markets/markets.screens.api.js';
import { isOfScreen, type Leaf } from '../condition.js';
import type { Needs } from '../engine/engine-rule.js';
import type { ScreenObservation } from '../engine/observation.js';
import type { LeafProblem, RuleSource } from './rule-sources.js';

/** Interval at which screens are run. Their prices change once a day, and their figures with a filing. */
const INTERVAL_MS = 5 * MINUTE_MS;
/** Maximum number of changes of a run that are reported. */
const MAX_CHANGES = 200;

type Observe = (observation: ScreenObservation) => void;

/** The instruments that met a screen at its last run. */
interface KnownMembers {
  version: number;
  members: ReadonlySet<string>;
  undecided: ReadonlySet<string>;
}

/**
 * Runs the screens that alert rules watch, one after the other, and reports the instruments that have entered or left.
 * Those of the first run, and of the first one after a change of the screen, have not entered.
 */
@Service()
export class ScreenRules implements RuleSource {
  constructor(
    private readonly screens: MarketsScreensApi,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  async check(accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    if (!isOfScreen(leaf) || (await this.screens.find(accountId, leaf.savedSearchId)) !== undefined) return [];
    return [{ pointer: '/savedSearchId', detail: 'is not one of your screens; see GET /markets/screens' }];
  }

  start(needs: () => Needs, observe: Observe): () => void {
    const run = this.runner(observe);
    void run(needs().screens);
    return this.timers.every(INTERVAL_MS, () => void run(needs().screens));
  }

  async current({ screens: ids }: Needs): Promise<ScreenObservation[]> {
    const observations: ScreenObservation[] = [];
    for (const id of ids) await this.follow(id, new Map(), (observation) => observations.push(observation));
    return observations;
  }

  /** Returns a function that runs the screens with some ids once. A call during another run does nothing. */
  runner(observe: Observe): (ids: ReadonlySet<string>) => Promise<void> {
    const known = new Map<string, KnownMembers>();
    return unlessRunning(async (ids: ReadonlySet<string>) => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
      for (const id of ids) await this.follow(id, known, observe);
    });
  }

  /** Runs a screen. If it fails, the next run tries it again. */
  private async follow(id: string, known: Map<string, KnownMembers>, observe: Observe): Promise<void> {
    try {
      const screen = await this.screens.any(id);
      const found = screen && (await this.membersOf(screen));
      const at = this.clock.now();
      const nothing = { values: {}, entered: [], left: [] };
      if (screen === undefined || found === undefined) {
        known.delete(id);
        return observe({ kind: 'screen', screenId: id, at, members: null, ...nothing });
      }
      // While figures are read, instruments are missing that have not left.
      if (found.loading > 0) return;
      const before = known.get(id);
      const changes = before?.version === screen.version ? changesOf(before, found) : { entered: [], left: [] };
      const members = new Set([
        ...found.symbols,
        ...(before?.version === screen.version ? stillIn(before, found) : []),
      ]);
      known.set(id, { version: screen.version, members, undecided: new Set(found.undecided) });
      observe({
        kind: 'screen',
        screenId: id,
        at,
        members: [...members],
        values: found.values,
        entered: await this.described(screen, changes.entered),
        left: await this.described(screen, changes.left),
      });
    } catch (error) {
      this.log.warn({ err: error, screenId: id }, 'Screen of alert rules failed; the rules wait for its next run.');
    }
  }

  /** Runs a screen; undefined if it can no longer be run, such as after its watchlist was deleted. */
  private async membersOf(screen: Screen): Promise<ScreenMembers | undefined> {
    try {
      return await this.screens.membersOf(screen);
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unprocessable')) return undefined;
      throw error;
    }
  }

  private async described(screen: Screen, symbols: readonly string[]): Promise<ScreenObservation['entered']> {
    const named = symbols.slice(0, MAX_CHANGES);
    const values = await this.screens.valuesOf(screen, named);
    return named.map((symbol) => ({ symbol, values: values[symbol] ?? '' }));
  }
}

/** An instrument of which values were missing has not entered, and one of which values are missing has not left. */
function changesOf({ members, undecided }: KnownMembers, found: ScreenMembers): { entered: string[]; left: string[] } {
  const [now, unknown] = [new Set(found.symbols), new Set(found.undecided)];
  return {
    entered: found.symbols.filter((symbol) => !members.has(symbol) && !undecided.has(symbol)),
    left: [...members].filter((symbol) => !now.has(symbol) && !unknown.has(symbol)),
  };
}

/** Returns the members of which values are missing now. */
const stillIn = ({ members }: KnownMembers, { undecided }: ScreenMembers): string[] =>
  undecided.filter((symbol) => members.has(symbol));
