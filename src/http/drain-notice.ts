import type { Lifecycle } from './lifecycle.js';
import type { ClosingDuty } from './when-handled.js';

/**
 * While the process shuts down, makes keep-alive clients reconnect elsewhere. Asked on the way out: what was under way
 * when the stop began must not keep its connection either.
 */
export function drainNotice(lifecycle: Lifecycle): ClosingDuty {
  return ({ res }) => {
    if (lifecycle.draining && !res.headersSent) res.setHeader('Connection', 'close');
  };
}
