import { visibleText } from '../context/data-fence.js';

const MAX_ARGUMENT = 200;

interface McpPrompt {
  name: string;
  title: string;
  description: string;
  arguments: Array<{ name: string; description: string; required: boolean }>;
  /** Returns the text for the model. Arguments are quoted and limited in length. */
  write: (args: Readonly<Record<string, string>>) => string;
}

const given = (value: string | undefined, otherwise: string): string =>
  value === undefined ? otherwise : `the one with the name ${value}`;

/** The prompts of the MCP server. */
export const prompts: readonly McpPrompt[] = [
  {
    name: 'morning_briefing',
    title: 'Morning briefing',
    description: 'The last 24 hours: alerts, notable events, news and markets, and what they mean for a portfolio.',
    arguments: [{ name: 'portfolio', description: 'Name of a portfolio; all of yours without it.', required: false }],
    write: ({ portfolio }) =>
      `Brief me on the last 24 hours. Use list_alerts, list_timeline, list_news_clusters and list_movers. Then use list_portfolios and get_valuation, and say what it means for ${given(portfolio, 'each portfolio')}. ` +
      'At most one page, the most severe first. Name the record and the time of each fact, and say which feeds ' +
      'are down (get_feeds).',
  },
  {
    name: 'ship_check',
    title: 'Ship check',
    description: 'Who and where a ship is, where it has been, and whether it is listed under sanctions.',
    arguments: [{ name: 'ship', description: 'Name, MMSI or IMO number of the ship.', required: true }],
    write: ({ ship = '' }) =>
      `Check the ship ${ship}. Use search and fetch for its identity, position and destination, get_vessel_track for its last 24 hours, search_sanctions for its name and IMO number, and list_timeline for its events. ` +
      'A similar name is no proof: compare the IMO number. Say what is certain, what is not, and from when ' +
      'each fact is.',
  },
  {
    name: 'what_moved',
    title: 'What moved',
    description: 'The largest changes of price in a watchlist today, with the news about them.',
    arguments: [
      { name: 'watchlist', description: 'Name of a watchlist; the whole market without it.', required: false },
    ],
    write: ({ watchlist }) =>
      `What moved today? ${watchlist === undefined ? 'Use list_movers.' : `Use list_watchlists and list_watchlist_quotes for ${given(watchlist, '')}.`} ` +
      'For the five largest changes use list_articles and give the likeliest reason, or say that there is no ' +
      'news. Name the record and the time of each figure.',
  },
];

/** Fills in a prompt. @returns its text, or the problem with its arguments */
export function writePrompt(
  prompt: McpPrompt,
  args: Readonly<Record<string, string>>,
): { text: string } | { wrong: string } {
  const unknown = Object.keys(args).find((name) => !prompt.arguments.some((one) => one.name === name));
  if (unknown !== undefined) return { wrong: 'The prompt has no such argument. Use prompts/list.' };
  const missing = prompt.arguments.find(({ name, required }) => required && !args[name]);
  if (missing !== undefined) return { wrong: `The argument ${missing.name} is required.` };
  if (Object.values(args).some((value) => value.length > MAX_ARGUMENT))
    return { wrong: `An argument must have at most ${MAX_ARGUMENT} characters.` };
  const quoted = Object.entries(args)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => [name, JSON.stringify(visibleText(value))]);
  return { text: prompt.write(Object.fromEntries(quoted)) };
}
