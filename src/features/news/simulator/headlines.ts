import { englishWordings } from './english-wordings.js';
import type { Topic } from './happening.js';
import type { Outlet } from './outlets.js';
import { translatedWordings } from './translated-wordings.js';

/**
 * Returns the headline and summary of an outlet's report on a topic. Outlets with the same style write the same
 * summary; outlets with different styles do not.
 * @param choice selects one of the headlines
 */
export function reportText(
  topic: Topic,
  { language, style }: Pick<Outlet, 'language' | 'style'>,
  choice: number,
  values: Readonly<Record<string, string>>,
): { title: string; summary: string } {
  if (language !== 'en') return filledReport(translatedWordings[topic][language], values);
  const { titles, leads, details } = englishWordings[topic];
  const lead = leads[style % leads.length];
  // The offset grows by one after each round of leads, so that no two styles have the same pair of sentences.
  const detail = details[(style + Math.floor(style / leads.length)) % details.length];
  return filledReport({ title: titles[choice % titles.length] as string, summary: `${lead} ${detail}` }, values);
}

function filledReport(
  { title, summary }: { title: string; summary: string },
  values: Readonly<Record<string, string>>,
): { title: string; summary: string } {
  return { title: capitalized(filled(title, values)), summary: capitalized(filled(summary, values)) };
}

/** Replaces placeholders such as `{place}` by their values. */
const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
