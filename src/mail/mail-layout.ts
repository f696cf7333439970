import { escapedHtml } from '../text/plain-text.js';

/** A part of a mail. */
export type MailBlock =
  | { kind: 'paragraph'; text: string }
  | { kind: 'facts'; facts: ReadonlyArray<{ name: string; value: string }> }
  | { kind: 'lines'; lines: ReadonlyArray<{ text: string; note: string; url?: string }> }
  | { kind: 'button'; text: string; url: string };

export interface MailContent {
  title: string;
  blocks: readonly MailBlock[];
  /** Reason for the mail, and how to stop such mails. */
  footer: string;
  /** Link after the footer. */
  footerLink?: { text: string; url: string };
}

/** Returns a mail as text and as HTML. All input is treated as text and escaped. */
export function laidOut({ title, blocks, footer, footerLink }: MailContent): { text: string; html: string } {
  const link = footerLink === undefined ? '' : `<br>${anchor(footerLink)}`;
  return {
    text: [
      title,
      ...blocks.map(textOf),
      `-- \n${footer}${footerLink === undefined ? '' : `\n${footerLink.text}: ${footerLink.url}`}`,
    ].join('\n\n'),
    html: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapedHtml(title)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:40em;margin:1em auto;padding:0 1em">
<h1 style="font-size:20px">${escapedHtml(title)}</h1>
${blocks.map(htmlOf).join('\n')}
<p style="color:#666;font-size:13px;margin-top:2em">${escapedHtml(footer)}${link}</p>
</body></html>
`,
  };
}

function textOf(block: MailBlock): string {
  if (block.kind === 'paragraph') return block.text;
  if (block.kind === 'facts') return block.facts.map(({ name, value }) => `${name}: ${value}`).join('\n');
  if (block.kind === 'button') return `${block.text}: ${block.url}`;
  return block.lines
    .map(({ text, note, url }) => `- ${text}\n  ${note}${url === undefined ? '' : `\n  ${url}`}`)
    .join('\n');
}

function htmlOf(block: MailBlock): string {
  if (block.kind === 'paragraph') return `<p>${escapedHtml(block.text).replaceAll('\n', '<br>')}</p>`;
  if (block.kind === 'facts') return `<table>${block.facts.map(rowOf).join('')}</table>`;
  if (block.kind === 'button') return `<p>${anchor(block)}</p>`;
  return `<ul>${block.lines.map(itemOf).join('\n')}</ul>`;
}

const rowOf = ({ name, value }: { name: string; value: string }) =>
  `<tr><td style="color:#666;padding-right:1em;vertical-align:top">${escapedHtml(name)}</td><td>${escapedHtml(value)}</td></tr>`;

const itemOf = ({ text, note, url }: { text: string; note: string; url?: string }) =>
  `<li>${url === undefined ? escapedHtml(text) : anchor({ text, url })}<br><span style="color:#666;font-size:13px">${escapedHtml(note)}</span></li>`;

const anchor = ({ text, url }: { text: string; url: string }) =>
  `<a href="${escapedHtml(url)}">${escapedHtml(text)}</a>`;
