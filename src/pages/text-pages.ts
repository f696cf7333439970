import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { escapedHtml } from '../text/plain-text.js';

/** Converts text to HTML; text between backticks becomes code. */
export function html(text: string): string {
  return escapedHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** Creates pages of text with one inline style sheet, and the Content-Security-Policy that allows only that style. */
export interface TextPages {
  policy: string;
  /** Returns a complete page as HTML. @param body content as HTML */
  page(title: string, body: string): string;
}

export function textPages(): TextPages {
  const style = readFileSync(new URL('assets/text-pages.css', import.meta.url), 'utf8');
  const hash = createHash('sha256').update(style).digest('base64');
  return {
    policy: `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    page: (title, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${html(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`,
  };
}
