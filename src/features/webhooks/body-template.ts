import { placeholdersIn, templateProblem } from '../../text/placeholders.js';

const MAX_PLACEHOLDERS = 100;
const MAX_DEPTH = 20;

/**
 * Returns the problem of a template of bodies; undefined for a valid one. A template is JSON whose texts may contain
 * placeholders; names of members are left as they are.
 * @param isKnown whether events have a field at a path
 */
export function bodyTemplateProblem(template: string, isKnown: (path: string) => boolean): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(template);
  } catch {
    return 'is not JSON';
  }
  if (typeof parsed !== 'object' || parsed === null) return 'must be a JSON object or list';
  const texts: string[] = [];
  if (!collect(parsed, texts)) return `is nested more than ${MAX_DEPTH} levels deep`;
  if (texts.flatMap(placeholdersIn).length > MAX_PLACEHOLDERS)
    return `contains more than ${MAX_PLACEHOLDERS} placeholders`;
  for (const text of texts) {
    const problem = templateProblem(text, isKnown);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Collects the texts of a JSON value. @returns false if it is nested too deep */
function collect(value: unknown, texts: string[], depth = 0): boolean {
  if (typeof value === 'string') texts.push(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < MAX_DEPTH && Object.values(value).every((one) => collect(one, texts, depth + 1));
}
