import type { AfterRequestHook } from './after-request.js';
import type { Lifecycle } from './lifecycle.js';

/**
 * While the process shuts down, makes keep-alive clients reconnect elsewhere. Asked on the way out: what was under way
 * when the stop began must not keep its connection either.
 */
export function drainNotice(lifecycle: Lifecycle): AfterRequestHook {
  return ({ res }) => {
    if (lifecycle.draining && !res.headersSent) res.setHeader('Connection', 'close');
  };
}
