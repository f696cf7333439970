/** Titles are cut at this length, in characters. */
export const MAX_TITLE_LENGTH = 300;

/** `feed.status_changed` of `feed:ais` → `Feed status changed (feed:ais)`, for types that do not write titles of their own. */
export function plainTitle(type: string, subject: string | null | undefined): string {
  const words = type.replace(/[._]+/g, ' ');
  return oneLine(`${words.charAt(0).toUpperCase()}${words.slice(1)}${subject ? ` (${subject})` : ''}`);
}

/** A text in one line without control characters, cut at the maximum length. Titles contain names that anyone may have chosen. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= MAX_TITLE_LENGTH ? line : `${line.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`.toWellFormed();
}

/** `vessel:219024336` → `Vessel 219024336`; names are not known here. */
export function entityWords(entity: string): string {
  const [kind = '', ...id] = entity.split(':');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('_', ' ')} ${id.join(':')}`;
}

/** 9,030 → `2 h 30 min`: the two largest units. */
export function durationWords(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  const first = units.findIndex(([length]) => seconds >= length);
  if (first < 0) return '0 s';
  let rest = Math.floor(seconds);
  const parts = units.slice(first, first + 2).map(([length, unit]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? '' : `${count} ${unit}`;
  });
  return parts.filter((part) => part !== '').join(' ');
}
