import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type Koa from 'koa';
import type { HttpConfig } from '../config/http-config.js';
import type { Clock } from '../time/clock.js';
import { DAY_MS } from '../time/durations.js';
import { API_CATALOG_PATH, API_CATALOG_TYPE, apiCatalog } from './api-catalog.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';

export interface SiteFilesOptions {
  clock: Clock;
  http: Pick<HttpConfig, 'securityContact' | 'baseUrl'>;
  /** True: the documentation is served, so the catalog of APIs contains it. */
  docs: boolean;
  /** Prefix of the paths of operations, which redirects to the front page, where their description is linked. */
  apiPrefix: string;
  /** JSON documents by path. */
  metadata: ReadonlyMap<string, string>;
}

const TEXT = 'text/plain; charset=utf-8';
const A_DAY = 'public, max-age=86400';
/** Validity of the contact file (days); RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_DAYS = 90;

const asset = (name: string, type: string) =>
  new Representation(readFileSync(new URL(`assets/${name}`, import.meta.url)), type);

/**
 * Serves the files that browsers, crawlers, clients and security researchers look for at fixed paths, and redirects
 * from the root of the API and from the paths at which operators first look for probes and metrics.
 */
export function siteFiles({
  clock,
  http: { securityContact, baseUrl },
  docs,
  apiPrefix,
  metadata,
}: SiteFilesOptions): Koa.Middleware {
  // With a final slash, the path belongs to the API and returns 404 like other unknown operations.
  const roots = new Set([dirname(apiPrefix), `${dirname(apiPrefix)}/`, apiPrefix]);
  const redirects = new Map([...roots].map((path) => [path, '/']));
  redirects.set('/health', `${apiPrefix}/health`).set('/metrics', `${apiPrefix}/admin/metrics`);
  const files: Record<string, () => Representation> = {};
  const add = (path: string, file: Representation) => (files[path] = () => file);
  add('/favicon.svg', asset('favicon.svg', 'image/svg+xml'));
  add('/favicon.ico', asset('favicon.ico', 'image/x-icon'));
  add('/robots.txt', new Representation(Buffer.from('User-agent: *\nDisallow: /\n'), TEXT));
  for (const [path, json] of metadata) add(path, new Representation(Buffer.from(json), 'application/json'));
  const catalog = apiCatalog({ address: baseUrl ?? '', apiPrefix, docs });
  add(API_CATALOG_PATH, new Representation(Buffer.from(JSON.stringify(catalog)), API_CATALOG_TYPE));
  if (securityContact !== undefined) {
    const path = '/.well-known/security.txt';
    const canonical = baseUrl === undefined ? '' : `Canonical: ${baseUrl}${path}\n`;
    files[path] = () => {
      // The expiry is rounded to whole days, so that the file and its entity tag change only once a day.
      const expires = new Date((Math.floor(clock.now() / DAY_MS) + SECURITY_CONTACT_DAYS) * DAY_MS).toISOString();
      return new Representation(Buffer.from(`Contact: ${securityContact}\nExpires: ${expires}\n${canonical}`), TEXT);
    };
  }
  return async (ctx, next) => {
    const file = Object.hasOwn(files, ctx.path) ? files[ctx.path] : undefined;
    const target = redirects.get(ctx.path);
    if (file === undefined && target === undefined) return next();
    assertReading(ctx);
    if (ctx.path === API_CATALOG_PATH) ctx.set('Link', `<${API_CATALOG_PATH}>; rel="api-catalog"`);
    if (file !== undefined) return file().send(ctx, A_DAY);
    ctx.set('Cache-Control', 'no-cache');
    ctx.redirect(target as string);
    ctx.body = '';
  };
}
