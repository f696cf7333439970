import { isGroup, isLeaf, isNegation } from '../../../conditions/condition-tree.js';
import type { Condition } from '../condition.js';
import type { NodeTruth } from './engine-rule.js';

/** Sets of leaves as bits; bit `n` represents leaf number `n`. */
export interface LeafBits {
  isTrue: number;
  /** Leaves that were not observed or have no data. */
  unknown: number;
}

/** A group of leaves and earlier groups, as sets of bits. */
interface Step {
  isAll: boolean;
  leaves: number;
  groups: number;
}

/**
 * A condition compiled for evaluation: negations are moved to the leaves (De Morgan), groups of one are removed, and
 * groups are in order, children first. A condition with 20 leaves thus has at most 19 steps of a few bit operations.
 */
export interface Program {
  /** Leaves that are negated. */
  negated: number;
  steps: readonly Step[];
}

/** Programs by their JSON, shared by rules because most conditions have one of a few forms. */
const programs = new Map<string, Program>();
const MAX_PROGRAMS = 1_000;

export function compile(condition: Condition): Program {
  const compiled: { negated: number; steps: Step[] } = { negated: 0, steps: [] };
  let leaf = 0;
  /** Adds a node to the program. @returns the bit of a leaf or of a group */
  const add = (node: Condition, isNegated: boolean): { leaf: number } | { group: number } => {
    if (isNegation(node)) return add(node.condition, !isNegated);
    if (isGroup(node)) {
      if (node.conditions.length === 1) return add(node.conditions[0] as Condition, isNegated);
      const step: Step = { isAll: (node.type === 'all') !== isNegated, leaves: 0, groups: 0 };
      for (const child of node.conditions) {
        const bit = add(child, isNegated);
        if ('leaf' in bit) step.leaves |= bit.leaf;
        else step.groups |= bit.group;
      }
      compiled.steps.push(step);
      return { group: 1 << (compiled.steps.length - 1) };
    }
    const bit = 1 << leaf++;
    if (isNegated) compiled.negated |= bit;
    return { leaf: bit };
  };
  const root = add(condition, false);
  if ('leaf' in root) compiled.steps.push({ isAll: true, leaves: root.leaf, groups: 0 });
  return shared(compiled);
}

function shared(program: Program): Program {
  const form = JSON.stringify(program);
  const known = programs.get(form);
  if (known !== undefined) return known;
  if (programs.size < MAX_PROGRAMS) programs.set(form, program);
  return program;
}

export const FALSE = 0;
export const TRUE = 1;
export const UNKNOWN = 2;
export type Truth = typeof FALSE | typeof TRUE | typeof UNKNOWN;

/**
 * Evaluates a program in three-valued logic (Kleene): a group is unknown if its result depends on unknown members.
 * @param isTrue leaves that are true
 * @param unknown leaves without a value
 * @param assumed unknown leaves that count as fulfilled, whether negated or not
 */
export function evaluate({ negated, steps }: Program, isTrue: number, unknown: number, assumed: number): Truth {
  const open = unknown & ~assumed;
  const holds = ((isTrue ^ negated) & ~unknown) | (unknown & assumed);
  let [groupsTrue, groupsUnknown] = [0, 0];
  for (let index = 0; index < steps.length; index += 1) {
    const { isAll, leaves, groups } = steps[index] as Step;
    const someTrue = (holds & leaves) !== 0 || (groupsTrue & groups) !== 0;
    const someUnknown = (open & leaves) !== 0 || (groupsUnknown & groups) !== 0;
    const someFalse = (~(holds | open) & leaves) !== 0 || (~(groupsTrue | groupsUnknown) & groups) !== 0;
    if (isAll ? someFalse : !someTrue && !someUnknown) continue;
    if (isAll ? someUnknown : !someTrue) groupsUnknown |= 1 << index;
    else groupsTrue |= 1 << index;
  }
  const root = 1 << (steps.length - 1);
  return (groupsTrue & root) !== 0 ? TRUE : (groupsUnknown & root) !== 0 ? UNKNOWN : FALSE;
}

/** Returns the truth of every node of a condition, parents first. */
export function truthOfNodes(condition: Condition, { isTrue, unknown }: LeafBits): NodeTruth[] {
  const nodes: NodeTruth[] = [];
  let leaf = 0;
  const visit = (node: Condition, pointer: string): boolean | null => {
    const own: NodeTruth = { pointer, type: node.type, isTrue: null };
    nodes.push(own);
    if (isLeaf(node)) {
      const bit = 1 << leaf++;
      own.isTrue = (unknown & bit) !== 0 ? null : (isTrue & bit) !== 0;
    } else if (isNegation(node)) {
      const child = visit(node.condition, `${pointer}/condition`);
      own.isTrue = child === null ? null : !child;
    } else {
      const children = node.conditions.map((child, index) => visit(child, `${pointer}/conditions/${index}`));
      const deciding = node.type === 'any';
      own.isTrue = children.includes(deciding) ? deciding : children.includes(null) ? null : !deciding;
    }
    return own.isTrue;
  };
  visit(condition, '');
  return nodes;
}
