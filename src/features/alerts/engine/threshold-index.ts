import type { Operator } from '../condition.js';
import type { LeafStatus } from './alert-transition.js';
import type { ChangedRules } from './changed-rules.js';
import type { Reading } from './leaf-source.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Values closer to a threshold than this fraction of it count as equal, so that 0.1 + 0.2 is not above 0.3. */
const RELATIVE_TOLERANCE = 1e-9;

/** The thresholds with which a leaf compares a value. */
export interface Bounds {
  operator: Operator;
  threshold: number;
  recoveryThreshold?: number;
}

/** A threshold of a leaf in the sorted list. */
interface Edge {
  position: number;
  isAbove: boolean;
  /**
   * `fires`: whether the threshold decides if the leaf fires; `holds`: whether it decides if an open alert stays open.
   * It decides both if there is no recovery threshold.
   */
  fires: boolean;
  holds: boolean;
  leaf: WatchedLeaf;
}

/**
 * One number and the leaves that compare it with thresholds. The thresholds are sorted, so that a change of the value
 * touches only the thresholds between the old and the new value.
 */
export class ThresholdIndex {
  value = Number.NaN;
  /** When the value was observed (ms). */
  at = Number.NEGATIVE_INFINITY;
  status: LeafStatus = 'waiting';
  private readonly edges: Edge[] = [];

  constructor(private readonly dirty: ChangedRules) {}

  get isUnused(): boolean {
    return this.edges.length === 0;
  }

  add(leaf: WatchedLeaf, { operator, threshold, recoveryThreshold = threshold }: Bounds): void {
    const isAbove = operator === 'above';
    const isOne = recoveryThreshold === threshold;
    this.insert({ position: positionOf(threshold, isAbove), isAbove, fires: true, holds: isOne, leaf });
    if (!isOne)
      this.insert({ position: positionOf(recoveryThreshold, isAbove), isAbove, fires: false, holds: true, leaf });
    this.dirty.set(leaf, this.isBeyond(threshold, isAbove), this.isBeyond(recoveryThreshold, isAbove), this.status);
  }

  remove(leaf: WatchedLeaf): void {
    let kept = 0;
    for (const edge of this.edges) if (edge.leaf !== leaf) this.edges[kept++] = edge;
    this.edges.length = kept;
  }

  /** Whether a threshold is between two values (both inclusive). */
  hasThresholdWithin(low: number, high: number): boolean {
    const edge = this.edges[this.firstFrom(low)];
    return edge !== undefined && edge.position <= high;
  }

  /** Sets the value (NaN if it is missing) and the status. The caller must not pass late observations. */
  update(value: number, at: number, status: LeafStatus = 'ok'): void {
    const before = this.status === 'ok' ? this.value : Number.NaN;
    const hadStatus = this.status;
    this.value = status === 'ok' ? value : Number.NaN;
    this.status = status;
    this.at = at;
    if (status === 'ok' && hadStatus === 'ok') this.cross(before, value);
    else if (status !== hadStatus) for (const edge of this.edges) this.apply(edge);
  }

  reading({ operator, threshold, recoveryThreshold = threshold }: Bounds, isOpen: boolean): Omit<Reading, 'records'> {
    const { value, at, status } = this;
    const observedAt = Number.isFinite(at) ? at : null;
    return {
      status,
      value: Number.isNaN(value) ? null : value,
      threshold: isOpen ? recoveryThreshold : threshold,
      operator,
      observedAt,
    };
  }

  /** Applies the thresholds between two values in the order in which the value crosses them. */
  private cross(from: number, to: number): void {
    if (from === to || this.edges.length === 0) return;
    const [low, high] = from < to ? [from, to] : [to, from];
    const start = this.firstFrom(low);
    if (from < to)
      for (let index = start; index < this.edges.length && (this.edges[index] as Edge).position <= high; index += 1)
        this.apply(this.edges[index] as Edge);
    else {
      let end = start;
      while (end < this.edges.length && (this.edges[end] as Edge).position <= high) end += 1;
      for (let index = end - 1; index >= start; index -= 1) this.apply(this.edges[index] as Edge);
    }
  }

  private apply({ position, isAbove, fires, holds, leaf }: Edge): void {
    const isTrue = isAbove ? this.value > position : this.value < position;
    const { rule, bit } = leaf;
    this.dirty.set(
      leaf,
      fires ? isTrue : (rule.fires & bit) !== 0,
      holds ? isTrue : (rule.holds & bit) !== 0,
      this.status,
    );
  }

  private insert(edge: Edge): void {
    this.edges.splice(this.firstFrom(edge.position), 0, edge);
  }

  /** Returns the index of the first threshold at or above a position. */
  private firstFrom(position: number): number {
    let [low, high] = [0, this.edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.edges[middle] as Edge).position < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private isBeyond(threshold: number, isAbove: boolean): boolean {
    return isAbove ? this.value > positionOf(threshold, isAbove) : this.value < positionOf(threshold, isAbove);
  }
}

/** Returns the threshold, moved by the tolerance in the direction in which the condition becomes true. */
function positionOf(threshold: number, isAbove: boolean): number {
  const tolerance = Math.abs(threshold) * RELATIVE_TOLERANCE;
  return isAbove ? threshold + tolerance : threshold - tolerance;
}
