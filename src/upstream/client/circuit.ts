import type { Clock } from '../../time/clock.js';

/** Number of consecutive failures that open the circuit. */
const MAX_FAILURES = 5;
const FIRST_REST_MS = 5_000;
const MAX_REST_MS = 60_000;

/**
 * A circuit breaker: refuses calls to an upstream that failed several times in a row, then lets one call probe it while
 * others are still refused. The breaker of cockatiel does not fit: it uses its own clock, does not report how long it
 * stays open, and makes all callers wait for the probe.
 */
export class Circuit {
  private failures = 0;
  private restMs = FIRST_REST_MS;
  private openUntil: number | undefined;
  private trying = false;

  constructor(private readonly clock: Clock) {}

  /** Milliseconds until a call may be made; 0 when it may. */
  get waitMs(): number {
    if (this.openUntil === undefined) return 0;
    // If the clock is set back, the circuit must not stay open for longer.
    this.openUntil = Math.min(this.openUntil, this.clock.now() + this.restMs);
    const left = this.openUntil - this.clock.now();
    if (left > 0) return left;
    return this.trying ? 1_000 : 0;
  }

  /** True while the one call that probes the upstream is running. */
  get isTrying(): boolean {
    return this.trying;
  }

  /** Returns true if a call may be made; `succeeded`, `failed` or `left` must then follow. */
  enter(): boolean {
    if (this.waitMs > 0) return false;
    if (this.openUntil !== undefined) this.trying = true;
    return true;
  }

  succeeded(): void {
    this.failures = 0;
    this.restMs = FIRST_REST_MS;
    this.openUntil = undefined;
    this.trying = false;
  }

  failed(): void {
    this.failures += 1;
    if (this.trying) this.restMs = Math.min(this.restMs * 2, MAX_REST_MS);
    if (this.trying || this.failures >= MAX_FAILURES) this.openUntil = this.clock.now() + this.restMs;
    this.trying = false;
  }

  /** Ends a call that was not made, or whose result says nothing about the health of the upstream. */
  left(): void {
    this.trying = false;
  }
}
