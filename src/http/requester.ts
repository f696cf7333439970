import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { ClientGone, type LongRequest } from '../threads/long-request.js';

/** The caller of work that takes long, and whether it still waits for it. */
export class Requester implements LongRequest {
  constructor(private readonly ctx: Context) {}

  get accountId(): string {
    return this.ctx.state.caller?.accountId ?? '';
  }

  /** Aborts when the client has gone, or when the request's time is over. */
  get signal(): AbortSignal {
    const { ctx } = this;
    if (ctx.state.abort === undefined) {
      const abort = new AbortController();
      ctx.state.abort = abort;
      if (ctx.res.destroyed) abort.abort(new ClientGone());
      else ctx.res.once('close', () => abort.abort(new ClientGone()));
    }
    return ctx.state.abort.signal;
  }

  /** The rest of the request is not counted by the limit of the process (process-limit.ts). */
  releaseProcessSlot(): void {
    this.ctx.state.admitted?.leave();
  }
}

/** Parameter: the `Requester`. Only on operations with `@Authorized`. */
export function CurrentRequester(): ParameterDecorator {
  return createParamDecorator({ value: (action) => new Requester(action.context) }) as ParameterDecorator;
}

declare module 'koa' {
  interface DefaultState {
    /** Created when its signal is requested. */
    abort?: AbortController;
    /** The request's place in the limit of the process, as long as it has one. */
    admitted?: { leave(): void };
  }
}
