import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type Koa from 'koa';
import { wrongParameter } from '../api/problem.js';
import { lazyAsync } from '../async/lazy.js';
import { assertReading } from './read-only.js';
import { NONCE, redocCsp, redocPage } from './redoc-page.js';
import { Representation } from './representation.js';

export interface OtherDescription<Document> {
  /** Media type with its charset. */
  type: string;
  text: (document: Document) => string;
}

export interface DocsOptions<Document extends object> {
  /** The OpenAPI document. Serialised once per object it returns, so return the same object while nothing changes. */
  document: () => Document;
  /** Descriptions made of the document, by the value of `media` that names them. Each is called once per document. */
  narrowings: Record<string, (document: Document) => object>;
  /** Other descriptions made of the document, by path. Each is made once per document, at its first request. */
  others: Record<string, OtherDescription<Document>>;
  /** Off: no path is answered, so all of them are 404 like any unknown path. */
  enabled: boolean;
  /** The service's version, part of the addresses of the assets. */
  version: string;
}

type Answer = (ctx: Koa.Context) => Promise<void>;

const HTML = 'text/html; charset=utf-8';
const REVALIDATE = 'no-cache';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves `/docs` (Swagger UI), `/redoc`, `/openapi.json` and descriptions made of it from this process alone: no page
 * asks another host for anything.
 */
export function docsPages<Document extends object>(options: DocsOptions<Document>): Koa.Middleware {
  if (!options.enabled) return (_ctx, next) => next();
  // Loaded with the first request below /docs: what renders the page is a tenth of what a start would load.
  const swagger = lazyAsync(async () => {
    const { SWAGGER_CSP: policy, swaggerPage } = await import('./swagger-page.js');
    await setImmediate(); // loading takes some 30 ms, and rendering 20: others have their turn between
    return { ...swaggerPage(options.version), policy };
  });
  const redoc = redocPage(options.version);
  const documents = new WeakMap<object, Map<string, Representation>>();
  const docs = lazyAsync(async () => {
    const { assets, html, policy } = await swagger();
    return { policy, page: new Representation(Buffer.from(await assets.pin(html)), HTML) };
  });
  const redocHtml = lazyAsync(() => redoc.assets.pin(redoc.html));

  /** @param name of the representation, unique for the document */
  function representationOf(name: string, { type, text }: OtherDescription<Document>): Representation {
    const document = options.document();
    const made = documents.get(document) ?? new Map<string, Representation>();
    documents.set(document, made);
    const known = made.get(name);
    if (known) return known;
    const representation = new Representation(Buffer.from(text(document)), type);
    made.set(name, representation);
    return representation;
  }

  function openApi(media: string): Representation {
    const text = (document: Document) => JSON.stringify(options.narrowings[media]?.(document) ?? document);
    return representationOf(media, { type: 'application/json; charset=utf-8', text });
  }

  /**
   * The value of `media`; empty without one.
   * @throws Problem `invalid_request` for a value that names no description
   */
  function mediaOf({ query: { media } }: Koa.Context): string {
    if (media === undefined) return '';
    if (typeof media === 'string' && Object.hasOwn(options.narrowings, media)) return media;
    throw wrongParameter('query/media', `must be ${Object.keys(options.narrowings).join(' or ')}`);
  }

  const pages: Record<string, Answer> = {
    '/docs': async (ctx) => {
      const { policy, page } = await docs();
      ctx.set('Content-Security-Policy', policy);
      await page.send(ctx, REVALIDATE);
    },
    '/redoc': async (ctx) => {
      const nonce = randomBytes(16).toString('base64');
      ctx.set('Content-Security-Policy', redocCsp(nonce));
      ctx.set('Cache-Control', REVALIDATE);
      ctx.type = HTML;
      ctx.body = (await redocHtml()).replace(NONCE, nonce);
    },
    '/docs/': async (ctx) => ctx.redirect('/docs'),
    '/redoc/': async (ctx) => ctx.redirect('/redoc'),
    '/openapi.json': (ctx) => openApi(mediaOf(ctx)).send(ctx, REVALIDATE),
  };
  for (const [path, other] of Object.entries(options.others))
    pages[path] = (ctx) => representationOf(path, other).send(ctx, REVALIDATE);

  async function answerOf(path: string): Promise<Answer | undefined> {
    if (Object.hasOwn(pages, path)) return pages[path];
    const assets = path.startsWith('/docs/') ? (await swagger()).assets : redoc.assets;
    const asset = await assets.find(path);
    // Modules import each other without a digest.
    return asset && ((ctx) => asset.send(ctx, ctx.querystring === asset.digest ? FOREVER : REVALIDATE));
  }

  return async (ctx, next) => {
    const answer = await answerOf(ctx.path);
    if (!answer) return next();
    assertReading(ctx);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"); // a page replaces it by its own
    await answer(ctx);
  };
}
