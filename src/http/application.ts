import Koa, { type Context } from 'koa';

type Middlewares = (ctx: Context) => Promise<unknown>;
type HandleRequest = (this: Koa, ctx: Context, middlewares: Middlewares) => Promise<void>;

/** Its published types do not know it. */
const { handleRequest } = Koa.prototype as unknown as { handleRequest: HandleRequest };

const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304;

/**
 * Koa, except that an answer that is whole already is sent without Koa's watch over the response (on-finished), which
 * costs as much as routing: it puts four listeners on the response and its socket and takes them off again. Streams,
 * empty answers and those to HEAD are sent by Koa itself.
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
    // It begins by setting another status.
    handleRequest.call(this, ctx, async () => {
      ctx.res.statusCode = statusCode;
    });
  }
}
