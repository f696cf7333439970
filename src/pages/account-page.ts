import { readdirSync, readFileSync } from 'node:fs';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { isAsset, PageAssets } from './page-assets.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Path of the service worker. It is outside the folder of assets and has no digest, so that a release updates it. */
const WORKER_PATH = '/push-worker.js';
const WORKER = 'push-worker.js';

const folder = new URL('assets/account/', import.meta.url);
const shared = ['session.js', 'sign-in-ways.js', 'page-dom.js', 'records.js', 'theme.css'];

/**
 * Serves `/account`: sessions, passkeys, identities at providers, personal keys, second factor, notifications,
 * browsers, grants and teams of the signed-in account, for which the browser calls the API.
 * @param options `mail`: true when notifications can be sent by e-mail
 */
export function accountPage({ docs, mail }: { docs: boolean; mail: boolean }): Koa.Middleware {
  const names = readdirSync(folder).filter((name) => isAsset(name) && name !== WORKER);
  const assets = new PageAssets(
    [...names.map((name) => new URL(name, folder)), ...shared.map((name) => new URL(`../${name}`, folder))],
    [new URL('../vendor/simplewebauthn.js', folder)],
  );
  const without = (text: string, part: string) =>
    text.replace(new RegExp(`<!--${part}-->[\\s\\S]*?<!--/${part}-->`, 'g'), '');
  const absent = [docs ? '' : 'docs', mail ? '' : 'mail'].filter((part) => part !== '');
  const page = lazy(() => {
    const html = absent
      .reduce(without, readFileSync(new URL('account.html', folder), 'utf8'))
      .replace(/<!--\/?\w+-->/g, '')
      .replaceAll('{assets}', assets.prefix);
    return new Representation(Buffer.from(html), 'text/html; charset=utf-8');
  });

  const worker = lazy(
    () => new Representation(readFileSync(new URL(WORKER, folder)), 'text/javascript; charset=utf-8'),
  );

  return async (ctx, next) => {
    const file = assets.at(ctx.path);
    if (file === undefined && ctx.path !== '/account' && ctx.path !== WORKER_PATH) return next();
    assertReading(ctx);
    if (ctx.path === WORKER_PATH) return worker().send(ctx, 'no-cache');
    if (file !== undefined) return file.send(ctx);
    ctx.set('Content-Security-Policy', POLICY);
    await page().send(ctx, 'no-cache');
  };
}
