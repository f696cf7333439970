/** Returns every `src` and `href` in a page. */
export const linked = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map((match) => match[1] as string);
