import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { ClientGone, type LongRequest } from '../threads/long-request.js';

/** The caller of a long operation, which can check whether the caller still waits for the response. */
export class Requester implements LongRequest {
  constructor(private readonly ctx: Context) {}

  get accountId(): string {
    const { owner, caller } = this.ctx.state;
    return (owner ?? caller)?.accountId ?? '';
  }

  /** True: the operation runs for the owner of a resource that was granted to the caller. */
  get isGranted(): boolean {
    return this.ctx.state.owner !== undefined;
  }

  /** True: the grant of the caller hides amounts of money. */
  get hidesAmounts(): boolean {
    return this.ctx.state.owner?.grant?.showAmounts === false;
  }

  get chargedAccountId(): string {
    return this.ctx.state.caller?.accountId ?? '';
  }

  /** Aborts when the client disconnects or the deadline of the request passes. */
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

  /** Stops counting the request in the limit of the process (load/process-limit.ts). */
  releaseProcessSlot(): void {
    this.ctx.state.admitted?.leave();
  }
}

/** Parameter decorator: injects the `Requester`. Only for operations with `@Authorized`. */
export function CurrentRequester(): ParameterDecorator {
  return createParamDecorator({ value: (action) => new Requester(action.context) }) as ParameterDecorator;
}

declare module 'koa' {
  interface DefaultState {
    /** Aborts the work of the request; created when `Requester.signal` is first read. */
    abort?: AbortController;
    /** The request's place in the limit of the process, while it is counted there. */
    admitted?: { leave(): void };
  }
}
