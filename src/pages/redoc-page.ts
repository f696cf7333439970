import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AssetLibrary } from './asset-library.js';

// Hashes of two style elements that Redoc 2.5.4 writes before it reads the nonce: an empty one and its loading
// animation. The browser tests check them.
const EARLY_STYLES = [
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='",
];

/**
 * Returns the Content-Security-Policy of one response of `/redoc`. The search index runs in a worker created from a
 * blob.
 */
export function redocCsp(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}' ${EARLY_STYLES.join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const REMOTE_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

// An image of a sheet with lines. It replaces the logo, which Redoc would load from its vendor's host.
const LOGO = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#888" ' +
    'stroke-width="1.5"><path d="M3 1.75h7l3 3v9.5H3zM5.5 8h5M5.5 11h5"/></svg>',
)}`;

/** Placeholder in the page for the nonce of each response. */
export const NONCE = '{nonce}';

export function redocPage(version: string): { html: string; assets: AssetLibrary } {
  const prefix = `/redoc/assets/${version}/`;
  const own = join(dirname(fileURLToPath(import.meta.url)), 'assets');
  const html = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Watchfloor API reference</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <link rel="icon" href="/favicon.svg" type="image/svg+xml">
  <link rel="stylesheet" href="${prefix}redoc.css">
</head>
<body>
  <header>
    <a class="brand" href="/"><img src="/favicon.svg" alt="" width="24" height="24">Watchfloor</a>
    <nav id="parts" aria-label="Parts of the reference"></nav>
    <form hidden>
      <label for="find">Operation</label>
      <input id="find" list="operations" autocomplete="off" placeholder="login">
      <datalist id="operations"></datalist>
    </form>
  </header>
  <main id="redoc" data-nonce="${NONCE}"></main>
  <noscript>This page needs JavaScript. The description itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
  <script src="${prefix}redoc.standalone.js"></script>
  <script type="module" src="${prefix}init.js"></script>
</body>
</html>
`;
  const assets = new AssetLibrary(prefix, {
    'redoc.standalone.js': { file: join(own, 'redoc.standalone.js'), replace: [REMOTE_LOGO, LOGO] },
    'redoc.css': { file: join(own, 'redoc.css') },
    'init.js': { file: join(own, 'redoc-init.js') },
  });
  return { html, assets };
}
