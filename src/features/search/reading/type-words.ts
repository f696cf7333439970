/** Words for the types of results, in addition to their names; plurals are derived. */
const words: Readonly<Record<string, string>> = {
  vessel: 'ship|boat|craft|mv|m/v|ms|mt|m/t|ss',
  aircraft: 'plane|airplane|aeroplane|flight|jet|helicopter',
  article: 'news|headline|report|story',
  instrument: 'stock|share|share price|stock price|stock quote|stock chart|security|equity|ticker|company|corporation',
  alert_rule: 'rule',
  ai_thread: 'thread|conversation|chat',
  geo_event: 'natural event|disaster|natural disaster|catastrophe',
  vulnerability: 'cve',
  geofence: 'fence',
  watchlist: 'watch list',
};

/** Additional words for kinds, beside their names and the words that the assistant knows. */
export const kindWords: Readonly<Record<string, string>> = {
  cargo: 'bulk carrier|bulker|bulk ship|container vessel|boxship|coaster|car carrier|reefer|freighter',
  tanker: 'crude tanker|product tanker|chemical tanker|gas tanker|lng tanker|lpg tanker|lpg carrier|vlcc|oiler',
  passenger: 'cruise liner|cruise vessel|ferry boat|ro pax|passenger vessel',
  military: 'warship|navy vessel|navy ship|frigate|destroyer|submarine|patrol vessel',
  fishing: 'trawler|fishing trawler|fisher',
  tug: 'tugboat|towboat',
  sailing: 'sailboat|sailing yacht',
  pilot: 'pilot boat|pilot vessel',
  earthquake: 'seism|aftershock',
  wildfire: 'forest fire|brush fire',
  storm: 'tropical storm|tropical cyclone|tornado',
  volcano: 'volcanic eruption|lava|erupting',
  flood: 'flash flood',
  conflict: 'fighting|clashes|shelling|war|battle|combat',
  unrest: 'civil unrest|protest|riot|demonstration',
  sea_ice: 'iceberg',
  dust: 'dust storm|sandstorm',
  extreme_temperature: 'heat wave|heatwave|cold wave|cold spell',
  landslide: 'mudslide|rockslide|avalanche',
  snow: 'snowstorm|blizzard|snowfall',
};

/** Returns a phrase and its plural. */
export function formsOf(phrase: string): readonly string[] {
  if (/(?:ss|news|craft)$/.test(phrase)) return [phrase];
  return [phrase, /[^aeiou]y$/.test(phrase) ? `${phrase.slice(0, -1)}ies` : `${phrase}s`];
}

/** Returns the existing types by the words that name them. */
export function typeWords(types: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    types.flatMap((type) =>
      [type.replaceAll('_', ' '), ...(words[type]?.split('|') ?? [])].flatMap((phrase) =>
        formsOf(phrase).map((form): [string, string] => [form, type]),
      ),
    ),
  );
}
