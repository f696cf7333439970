/** The style sheet of reports: A4 in print, one column on a screen. */
export const reportStyle = `
@page { size: A4; margin: 16mm 14mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #5a6472; } }
* { box-sizing: border-box; }
html { color-scheme: light; }
body { margin: 0 auto; max-width: 182mm; padding: 8mm; font: 10pt/1.4 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: #18202a; background: #fff; overflow-wrap: anywhere; }
header { border-bottom: 2px solid #0068a8; margin-bottom: 5mm; }
header p { margin: 0 0 2mm; color: #5a6472; }
h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 1mm; }
h2 { font-size: 12.5pt; margin: 0 0 2mm; color: #0068a8; break-after: avoid; }
section { margin: 0 0 7mm; }
figure { margin: 0 0 3mm; break-inside: avoid; }
svg { max-width: 100%; height: auto; }
table { width: 100%; border-collapse: collapse; margin: 0 0 3mm; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 1mm 2mm 1mm 0; border-bottom: 1px solid #e4e8ed; vertical-align: top; }
th { color: #5a6472; font-weight: 600; font-size: 9pt; }
.n { text-align: right; padding: 1mm 0 1mm 3mm; white-space: nowrap; }
.n + :not(.n) { padding-left: 3mm; }
tr { break-inside: avoid; }
thead { display: table-header-group; }
dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm; margin: 0 0 4mm; }
dl div { break-inside: avoid; }
dt { color: #5a6472; font-size: 9pt; }
dd { margin: 0; font-size: 12pt; font-variant-numeric: tabular-nums; }
small { display: block; font-size: 8.5pt; color: #5a6472; }
.small { font-size: 8.5pt; color: #5a6472; }
.notice { display: inline-block; background: #fff1da; color: #8a4b00; padding: 1mm 3mm; border-radius: 1mm; font-weight: 600; }
.good { color: #00875f; font-weight: 600; }
.bad { color: #c94f00; }
ul { margin: 0 0 3mm; padding-left: 5mm; }
@media print { body { max-width: none; padding: 0; print-color-adjust: exact; } }
`;
