import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type Koa from 'koa';
import { wrongParameter } from '../api/problem.js';
import { lazyAsync } from '../async/lazy.js';
import { assertReading } from './reading-methods.js';
import { NONCE, redocCsp, redocPage } from './redoc-page.js';
import { Representation } from './representation.js';

export interface OtherDescription<Document> {
  /** Media type including its charset. */
  type: string;
  text: (document: Document) => string;
}

export interface DocsOptions<Document extends object> {
  /**
   * Returns the OpenAPI document. It is serialized once for each object, so return the same object while nothing
   * changes.
   */
  document: () => Document;
  /**
   * Functions that derive descriptions from the document, by the value of `media`. Each is called once for each
   * document.
   */
  narrowings: Record<string, (document: Document) => object>;
  /**
   * Other descriptions derived from the document, by path. Each is created once for each document, at its first
   * request.
   */
  others: Record<string, OtherDescription<Document>>;
  /** False: the paths are not served and return 404. */
  enabled: boolean;
  /** Version of the service, which is part of the URLs of assets. */
  version: string;
}

type Answer = (ctx: Koa.Context) => Promise<void>;

const HTML = 'text/html; charset=utf-8';
const REVALIDATE = 'no-cache';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves `/docs` (Swagger UI), `/redoc`, `/openapi.json` and descriptions derived from it, without requests to other
 * hosts.
 */
export function docsPages<Document extends object>(options: DocsOptions<Document>): Koa.Middleware {
  if (!options.enabled) return (_ctx, next) => next();
  // The renderer is loaded with the first request below /docs, because it would be a tenth of the code that a start
  // loads.
  const swagger = lazyAsync(async () => {
    const { SWAGGER_CSP: policy, swaggerPage } = await import('./swagger-page.js');
    await setImmediate(); // loading takes about 30 ms and rendering 20 ms; other requests get their turn in between
    return { ...swaggerPage(options.version), policy };
  });
  const redoc = redocPage(options.version);
  const documents = new WeakMap<object, Map<string, Representation>>();
  const docs = lazyAsync(async () => {
    const { assets, html, policy } = await swagger();
    return { policy, page: new Representation(Buffer.from(await assets.pin(html)), HTML) };
  });
  const redocHtml = lazyAsync(() => redoc.assets.pin(redoc.html));

  /**
   * Returns a description in another format, created once for each document.
   * @param name of the representation, unique within a document
   */
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
   * Returns the value of the query parameter `media`; empty without one.
   * @throws Problem `invalid_request` for an unknown value
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
    // Modules import each other without a digest in the URL.
    return asset && ((ctx) => asset.send(ctx, ctx.querystring === asset.digest ? FOREVER : REVALIDATE));
  }

  return async (ctx, next) => {
    const answer = await answerOf(ctx.path);
    if (!answer) return next();
    assertReading(ctx);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Referrer-Policy', 'no-referrer');
    // Pages replace this policy by their own
    ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
    await answer(ctx);
  };
}
