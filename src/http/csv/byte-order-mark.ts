import type { Context } from 'koa';
import { Reply } from '../reply.js';

/** U+FEFF in UTF-8. */
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
/** Charset with which `Accept` asks for the mark; it is not a registered one. */
const charset = /(text\/csv\b[^,]*?);\s*charset="?utf-8-bom"?/i;

/** Returns `Accept` without the charset that asks for a byte-order mark; notes whether it was there. */
export function acceptWithoutBom(ctx: Context): string | undefined {
  const { accept } = ctx.req.headers;
  if (accept === undefined || !charset.test(accept)) return accept;
  ctx.state.bom = true;
  ctx.req.headers.accept = accept.replace(charset, '$1');
  return ctx.req.headers.accept;
}

/** Returns true if a CSV shall begin with a byte-order mark, by which spreadsheets recognize UTF-8. */
export const wantsBom = (ctx: Context): boolean => ctx.state.bom === true || ctx.query.bom === 'true';

/** Puts the mark before a CSV if the caller wants one, and the CSV is not empty. */
export function withBom(ctx: Context, { body, options }: Reply): Reply {
  if (!wantsBom(ctx) || !(typeof body === 'string' || Buffer.isBuffer(body))) return new Reply(body, options);
  return new Reply(Buffer.concat([mark, Buffer.from(body as string)]), options);
}

declare module 'koa' {
  interface DefaultState {
    /** True: `Accept` asks for a byte-order mark. */
    bom?: boolean;
  }
}
