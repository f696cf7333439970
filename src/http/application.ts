import Koa, { type Context } from 'koa';

type Middlewares = (ctx: Context) => Promise<unknown>;
type HandleRequest = (this: Koa, ctx: Context, middlewares: Middlewares) => Promise<void>;

/** Koa's own method, which its published types leave out. */
const { handleRequest } = Koa.prototype as unknown as { handleRequest: HandleRequest };

const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304;

/**
 * A Koa application that sends complete response bodies (text or buffer) without Koa's on-finished listeners, which
 * cost as much as routing: they add four listeners to the response and its socket and remove them again. Koa itself
 * sends streams, empty responses and responses to HEAD.
 */
export class Application extends Koa {
  /** Called by Koa for each request. */
  handleRequest(ctx: Context, middlewares: Middlewares): Promise<void> {
    const { res } = ctx;
    res.statusCode = 404;
    return middlewares(ctx).then(
      () => {
        const { body } = ctx.response;
        const isWhole =
          (typeof body === 'string' || Buffer.isBuffer(body)) && ctx.req.method !== 'HEAD' && !isEmpty(res.statusCode);
        if (isWhole && ctx.respond !== false && ctx.writable) res.end(body);
        else this.finish(ctx);
      },
      (error: Error) => ctx.onerror(error),
    );
  }

  private finish(ctx: Context): void {
    const { statusCode } = ctx.res;
    // Koa's `handleRequest` first sets the status to 404.
    handleRequest.call(this, ctx, async () => {
      ctx.res.statusCode = statusCode;
    });
  }
}
