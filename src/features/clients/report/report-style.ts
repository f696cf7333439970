import { darkColorRules } from '../../../charts/finish-svg.js';

/** The style sheet of reports: A4 and light in print, one column on a screen, light or dark as the viewer prefers. */
export const reportStyle = `
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #5a6472; } }
* { box-sizing: border-box; }
:root { color-scheme: light; --text: #18202a; --muted: #5a6472; --ground: #ffffff; --line: #e4e8ed; --rule: #b3bcc7; --accent: #0068a8; --good: #00875f; --bad: #b84800; --notice: #8a4b00; --notice-ground: #fff1da; }
@media screen and (prefers-color-scheme: dark) {
:root { color-scheme: dark; --text: #e8edf2; --muted: #a3aebb; --ground: #11161c; --line: #242d37; --rule: #465260; --accent: #56b4e9; --good: #2fbf94; --bad: #f58a4b; --notice: #ffc46b; --notice-ground: #3a2a10; }
.letterhead img { background: #fff; padding: 2mm; border-radius: 1mm; }
${darkColorRules}
}
body { margin: 0 auto; max-width: 198mm; padding: 8mm; font: 10pt/1.4 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
.letterhead { display: flex; justify-content: space-between; align-items: flex-start; gap: 8mm; margin-bottom: 8mm; }
.letterhead img { max-width: 70mm; max-height: 20mm; }
.letterhead p { margin: 0 0 0 auto; text-align: right; font-size: 9pt; }
header { border-bottom: 2px solid var(--accent); margin-bottom: 5mm; }
header p { margin: 0 0 2mm; color: var(--muted); }
header .kind { margin: 0; font-size: 9pt; font-weight: 600; }
h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 1mm; }
h2 { font-size: 12.5pt; margin: 0 0 2mm; color: var(--accent); break-after: avoid; }
section { margin: 0 0 7mm; }
figure { margin: 0 0 3mm; break-inside: avoid; }
svg { display: block; max-width: 100%; height: auto; }
table { width: 100%; border-collapse: collapse; margin: 0 0 3mm; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 1mm 2mm 1mm 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--muted); font-weight: 600; font-size: 8.5pt; vertical-align: bottom; overflow-wrap: normal; }
.n { text-align: right; padding: 1mm 0 1mm 3mm; }
td.n, .day { white-space: nowrap; }
.n + :not(.n) { padding-left: 3mm; }
tr { break-inside: avoid; }
thead { display: table-header-group; break-after: avoid; }
.total { break-inside: avoid; break-before: avoid; }
.total tr:last-child td { font-weight: 600; border-top: 1px solid var(--rule); border-bottom: 2px solid var(--rule); }
dl { break-inside: avoid; display: grid; grid-template-columns: repeat(auto-fit, minmax(38mm, 1fr)); gap: 3mm; margin: 0 0 4mm; }
dl div { break-inside: avoid; }
dt { color: var(--muted); font-size: 9pt; }
dd { margin: 0; font-size: 12pt; font-variant-numeric: tabular-nums; }
small { display: block; font-size: 8.5pt; color: var(--muted); }
.small { font-size: 8.5pt; color: var(--muted); }
.notice { display: inline-block; background: var(--notice-ground); color: var(--notice); padding: 1mm 3mm; border-radius: 1mm; font-weight: 600; }
header .notice { color: var(--notice); }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); }
ul { margin: 0 0 3mm; padding-left: 5mm; }
@media screen and (max-width: 700px) { body { padding: 4mm; } table { display: block; overflow-x: auto; } figure { overflow-x: auto; } figure svg { max-width: none; } td:first-child { min-width: 30mm; } }
@media print { body { max-width: none; padding: 0; print-color-adjust: exact; } }
`;
