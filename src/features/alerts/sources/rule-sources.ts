import { Service } from 'typedi';
import type { Leaf } from '../condition.js';
import type { Needs } from '../engine/engine-rule.js';
import type { GroupObservation, Observation } from '../engine/observation.js';

/**
 * Types of leaves that another feature observes and provides; `screen` and `group`: those about a screen, those
 * about a group, and `expression`: those about an expression.
 */
export const providedLeaves = [
  'news_match',
  'portfolio',
  'saved_search',
  'screen',
  'group',
  'expression',
  'fact',
] as const;
export type ProvidedLeaf = (typeof providedLeaves)[number];

export interface LeafProblem {
  /** JSON Pointer below the leaf: `/q`; empty for the leaf itself. */
  pointer: string;
  detail: string;
}

/** Provides the observations for leaves of one type. */
export interface RuleSource {
  /** Returns the problems of a leaf of an account, such as a portfolio of another account. */
  check(accountId: string, leaf: Leaf): Promise<LeafProblem[]>;

  /**
   * Starts to deliver observations, in the process that evaluates rules. An observation is ignored unless it is later
   * than the previous observation of the same object.
   * @param needs returns the current needs of the rules, which change over time
   * @returns a function that stops the delivery
   */
  start(needs: () => Needs, observe: (observation: Observation) => void): () => void;

  /**
   * Returns the current observations that a rule needs, for previews. If a source lacks this method, leaves of its type
   * have the status `waiting` in a preview.
   */
  current?(needs: Needs): Promise<Observation[]>;

  /** Returns the members of a group, such as `<account> fleetId <id>`; null if they cannot be read now. */
  members?(group: string): Promise<GroupObservation | null>;

  /**
   * Returns the stored observations of a period, earliest first, for backtests. If a source lacks this method, it
   * stores no observations.
   * @param range milliseconds; the end is exclusive
   * @param limit maximum number of observations
   */
  stored?(range: { from: number; to: number }, limit: number, needs: Needs): Promise<Observation[]>;
}

/**
 * Registry of the sources that other features provide: `services.get(RuleSources).register('news_match', source)`. A
 * rule with a leaf whose source is not registered is rejected.
 */
@Service()
export class RuleSources {
  private readonly sources = new Map<ProvidedLeaf, RuleSource>();

  /** Registers the source of a type of leaves. @throws Error if the type already has a source */
  register(type: ProvidedLeaf, source: RuleSource): void {
    if (this.sources.has(type)) throw new Error(`Two sources of ${type} conditions are registered.`);
    this.sources.set(type, source);
  }

  find(type: ProvidedLeaf): RuleSource | undefined {
    return this.sources.get(type);
  }

  /** Returns the members of the groups that can be read now. */
  async membersOf(groups: Iterable<string>): Promise<GroupObservation[]> {
    const read: GroupObservation[] = [];
    for (const group of groups) {
      const members = await this.find('group')?.members?.(group);
      if (members != null) read.push(members);
    }
    return read;
  }

  get all(): RuleSource[] {
    return [...new Set(this.sources.values())];
  }
}
