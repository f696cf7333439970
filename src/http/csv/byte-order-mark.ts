import type { Context } from 'koa';
import { Reply } from '../reply.js';

/** The byte order mark: U+FEFF in UTF-8. */
const mark = Buffer.from([0xef, 0xbb, 0xbf]);
const csvRange = /text\/csv\b[^,]*/gi;
/** Parameters of `text/csv` that every CSV satisfies (RFC 4180), and the charset that asks for the mark. */
const satisfied = /;\s*(?:charset="?utf-8(-bom)?"?|header="?present"?)\s*(?=;|$)/gi;

/**
 * Returns `Accept` without parameters of `text/csv` that every CSV satisfies, because negotiation compares parameters
 * literally. Notes whether one of them asks for a byte-order mark, by the unregistered charset `utf-8-bom`.
 */
export function acceptWithoutBom(ctx: Context): string | undefined {
  const { accept } = ctx.req.headers;
  if (accept === undefined || !accept.includes('csv')) return accept;
  ctx.req.headers.accept = accept.replace(csvRange, (range) =>
    range.replace(satisfied, (_, mark?: string) => {
      if (mark !== undefined) ctx.state.bom = true;
      return '';
    }),
  );
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
