/**
 * Reads the rows of a CSV file (RFC 4180) without a header: quoted cells may hold commas, line ends and doubled quotes.
 * Unquoted cells are trimmed, and rows without content are skipped. A last line without a line end counts; the
 * end-of-file character of DOS does not.
 */
export function* csvRows(text: string): Generator<string[]> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const cell = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell.value);
    at = cell.end;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    while (text[at] === '\r' || text[at] === '\n') at += 1;
    if (row.some((value) => value !== '')) yield row;
    row = [];
  }
}

function plainCell(text: string, from: number): { value: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(from, end).replace(/\x1a/g, '').trim(), end };
}

function quotedCell(text: string, from: number): { value: string; end: number } {
  let end = from + 1;
  for (;;) {
    const quote = text.indexOf('"', end);
    if (quote < 0) return { value: text.slice(from + 1).replaceAll('""', '"'), end: text.length };
    if (text[quote + 1] !== '"') {
      const value = text.slice(from + 1, quote).replaceAll('""', '"');
      const rest = plainCell(text, quote + 1);
      return { value, end: rest.end };
    }
    end = quote + 2;
  }
}
