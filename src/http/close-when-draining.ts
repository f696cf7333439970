import type { AfterRequestHook } from './after-request.js';
import type { Lifecycle } from './lifecycle.js';

/**
 * Makes keep-alive clients reconnect to another process during the shutdown. It runs after the request, so that
 * requests that were in progress when the shutdown began do not keep their connections either.
 */
export function drainNotice(lifecycle: Lifecycle): AfterRequestHook {
  return ({ res }) => {
    if (lifecycle.draining && !res.headersSent) res.setHeader('Connection', 'close');
  };
}
