import { escapedHtml } from '../../../text/plain-text.js';
import type { CaseManifest, ManifestEvidence } from './case-manifest.js';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d4d8de, #3a4048); --soft: light-dark(#5a6472, #a2acb8); --panel: light-dark(#f6f7f9, #1b1f24); }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1.25rem; background: light-dark(#fff, #111417); color: light-dark(#15181c, #e8ebef); }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 .5rem; } h2 { font-size: 1.15rem; margin: 0; overflow-wrap: anywhere; }
p.about { white-space: pre-wrap; overflow-wrap: anywhere; } .soft { color: var(--soft); }
article { border: 1px solid var(--line); border-radius: 8px; padding: 1rem 1.25rem; margin: 1.25rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .75rem 0; font-size: .875rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--panel); border-radius: 6px; padding: .75rem 1rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 32rem; overflow-y: auto; }
@media print { pre { max-height: none; } article { break-inside: avoid-page; } }`;

const row = (name: string, value: string): string => `<dt>${name}</dt><dd>${value}</dd>`;
const code = (text: string): string => `<code>${escapedHtml(text)}</code>`;

/** Formats JSON on several lines; other content is unchanged. The file of the evidence keeps the original bytes. */
function shown({ mediaType }: ManifestEvidence, content: string): string {
  if (mediaType !== 'application/json') return content;
  return JSON.stringify(JSON.parse(content), null, 2);
}

function evidence(entry: ManifestEvidence, content: string): string {
  const { sequence, title, recordType, recordId, url, capturedAt, sha256, chainHash, file } = entry;
  const record = recordType === null ? [] : [row('Record', code(`${recordType} ${recordId}`))];
  // The address is not a link, because an address in evidence may be hostile.
  const address = url === null ? [] : [row('Address', code(url))];
  const rows = [
    row('Captured', escapedHtml(capturedAt)),
    ...record,
    ...address,
    row('File', code(file)),
    row('SHA-256', code(sha256)),
    row('Chain hash', code(chainHash)),
  ];
  return `<article id="evidence-${sequence}">\n<h2>${sequence}. ${escapedHtml(title)}</h2>\n<dl>${rows.join('')}</dl>\n<pre>${escapedHtml(shown(entry, content))}</pre>\n</article>`;
}

/** Returns the HTML page of an exported case: one file without scripts and external resources. */
export function casePage(manifest: Omit<CaseManifest, 'page' | 'seal'>, contents: readonly string[]): string {
  const { case: about, evidence: entries, chainHash, exportedAt, serviceVersion } = manifest;
  const description = about.description === null ? '' : `<p class="about">${escapedHtml(about.description)}</p>\n`;
  const count = entries.length === 1 ? '1 piece of evidence' : `${entries.length} pieces of evidence`;
  const chain = chainHash === null ? '' : `<p>Final chain hash: ${code(chainHash)}</p>\n`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapedHtml(about.title)}</title>
<style>${style}
</style>
</head>
<body>
<header>
<h1>${escapedHtml(about.title)}</h1>
<p class="soft">Case ${escapedHtml(about.id)}, ${escapedHtml(about.status)}. ${count}. Opened ${escapedHtml(about.createdAt)}, exported ${escapedHtml(exportedAt)} by Watchfloor ${escapedHtml(serviceVersion)}.</p>
${description}${chain}<p class="soft">To check the archive offline: <code>npx watchfloor verify-case FILE</code></p>
</header>
<main>
${entries.map((entry, index) => evidence(entry, contents[index] as string)).join('\n')}
</main>
</body>
</html>
`;
}
