import { readdirSync, readFileSync } from 'node:fs';
import type Koa from 'koa';
import { lazy } from '../async/lazy.js';
import { isAsset, PageAssets } from './page-assets.js';
import { assertReading } from './reading-methods.js';
import { Representation } from './representation.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const folder = new URL('assets/account/', import.meta.url);
const shared = ['session.js', 'sign-in-ways.js', 'page-dom.js', 'records.js', 'theme.css'];

/**
 * Serves `/account`: sessions, passkeys, identities at providers, personal keys, second factor, notifications,
 * grants and teams of the signed-in account, for which the browser calls the API.
 * @param options `mail`: true when notifications can be sent by e-mail
 */
export function accountPage({ docs, mail }: { docs: boolean; mail: boolean }): Koa.Middleware {
  const names = readdirSync(folder).filter(isAsset);
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

  return async (ctx, next) => {
    const file = assets.at(ctx.path);
    if (file === undefined && ctx.path !== '/account') return next();
    assertReading(ctx);
    if (file !== undefined) return file.send(ctx);
    ctx.set('Content-Security-Policy', POLICY);
    await page().send(ctx, 'no-cache');
  };
}
