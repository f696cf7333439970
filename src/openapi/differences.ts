const isContainer = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * Returns one line for each difference between two JSON values: `+` only in the second, `-` only in the first, `~`
 * changed.
 */
export function differences(before: unknown, after: unknown, pointer = ''): string[] {
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return Object.is(before, after)
      ? []
      : [`~ ${pointer || '/'}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const at = `${pointer}/${escaped(key)}`;
    if (!(key in before)) return [`+ ${at}`];
    if (!(key in after)) return [`- ${at}`];
    return differences(before[key], after[key], at);
  });
}
