import type { Token } from '../../../../language/token.js';
import { eventTypeWords, shipTypeWords } from '../../../geospatial/type-words.js';
import { numberWordsAt } from './quantities.js';
import type { AnySpan, SpanType } from './span.js';

type Words = Readonly<Record<string, string>>;

/** Words and phrases for the values of enumerations, by value and separated by `|`. */
export const enumerations: Readonly<Partial<Record<SpanType, Words>>> = {
  assetClass: {
    equity: 'stock|stocks|equity|equities|shares',
    crypto:
      'crypto|cryptos|cryptocurrency|cryptocurrencies|coins|crypto market|digital assets|digital currencies|altcoins|tokens',
    fx: 'fx|forex|currencies|currency pairs|exchange rates',
    commodity: 'commodity|commodities|raw materials|raw material',
    etf: 'etf|etfs|funds',
    index: 'index|indices|indexes',
  },
  interval: {
    '1m': '1 minute|one minute|every minute|minutely',
    '5m': '5 minute|5 minutes|five minute|five minutes|5 m|5m',
    '15m':
      '15 minute|15 minutes|15 min|15min|15 mins|fifteen minute|fifteen minutes|quarter hourly|quarter hour|15 m|15m',
    '1h': 'hourly|1 hour|one hour|1 h|1h|by the hour',
    '1d': 'daily|1 day|1 d|1d|end of day|day by day|by day',
    '1w': 'weekly|1 week|1 w|1w|by week|week by week',
    '1M': 'monthly|1 month|by month|month by month',
  },
  shipType: shipTypeWords,
  order: Object.fromEntries(
    (
      'fastest slowest largest biggest smallest longest shortest deepest highest lowest strongest weakest shallowest ' +
      'hottest oldest newest worst'
    )
      .split(' ')
      .map((word) => [word, word]),
  ),
  vesselState: {
    at_anchor: 'at anchor|anchored|anchoring|on anchor|lying at anchor|riding at anchor|waiting|queuing|queueing',
    moored: 'moored|berthed|at berth|tied up|docked',
    aground: 'aground|run aground|ran aground|stranded',
    not_under_command: 'not under command',
    stopped: 'stopped|stationary|idle|idling|motionless|not moving|lying still',
    under_way: 'underway|under way',
  },
  eventType: eventTypeWords,
  severity: {
    critical: 'critical|severe|urgent',
    warning: 'warning|warnings|warning level',
    info: 'informational|info level|info',
  },
  alertState: {
    firing:
      'firing|open|active|triggered|unacknowledged|acknowledge|to acknowledge|not acknowledged|have not ' +
      'acknowledged|not acknowledged yet|unresolved|live|still open|going off|havent acknowledged|did not ' +
      'acknowledge|not acked|to be acknowledged|waiting to be acknowledged|unacked|awaiting acknowledgement|without ' +
      'acknowledgement|unhandled|outstanding|unattended',
    snoozed: 'snoozed|snooze|sleeping|asleep',
    resolved: 'resolved|closed|cleared|over|recovered',
    acknowledged: 'acknowledged|acked|have acknowledged|already acknowledged',
    pending: 'pending|about to fire',
  },
  allocationBy: {
    sector:
      'sector|sectors|industry|industries|energy|energy stocks|semiconductors|materials|consumer staples|technology|tech stocks|financials|healthcare|health ' +
      'care|utilities|industrials|real estate|consumer goods|by sector|sector wise',
    currency: 'currency|currencies|by currency|denomination',
    country:
      'country|countries|each country|by country|geography|region|regions|geographic|geographically|geographical|regional|nation|nations',
    assetClass:
      'asset class|asset classes|asset|assets|bonds|cash|stocks|equities|asset mix|type of asset|asset ' +
      'types|asset type',
  },
  method: {
    twr: 'time weighted|time weighted return|twr|twrr|time weighted rate of return',
    mwr: 'money weighted|irr|mwr|mwrr|internal rate of return|money weighted return|xirr',
    modified_dietz: 'modified dietz|dietz',
    simple: 'simple return|simple',
  },
  language: {
    en: 'english|english language|in english|written in english|english articles|english article',
    fr: 'french|french language|in french|written in french|french articles|french article',
    de: 'german language|in german|written in german|german articles|german article',
    es: 'spanish language|in spanish|written in spanish|spanish articles|spanish article',
    it: 'italian language|in italian|written in italian|italian articles|italian article',
    pt: 'portuguese language|in portuguese|written in portuguese|portuguese articles|portuguese article',
    nl: 'dutch language|in dutch|written in dutch|dutch articles|dutch article',
    ru: 'russian language|in russian|written in russian|russian articles|russian article',
    ar: 'arabic|arabic language|in arabic|written in arabic|arabic articles|arabic article',
    zh: 'chinese language|in chinese|written in chinese|chinese articles|chinese article',
    ja: 'japanese language|in japanese|written in japanese|japanese articles|japanese article',
  },
  layer: {
    vessels: 'vessel|vessels|ship|ships|boat|boats|shipping|tankers|maritime traffic|ship traffic',
    aircraft: 'aircraft|plane|planes|flight|flights|airplanes|aeroplanes|jets|air traffic',
    events: 'natural events|quakes|earthquakes|fires|wildfires',
  },
  ranking: {
    gainers:
      'gainer|gainers|winners|rose the most|risen the most|gained the most|rallied|biggest gains|up the ' +
      'most|best performers|climbed the most|rose most|gained most|risers|advancers|best performing|biggest rises|biggest jumps|biggest risers|jumped the most|jumped most|up most|advanced the most|surged the most|top gains|top rises|top rise|rises of the day|rise of the day|most risen|most rised|ripping|soaring|surging|rallying|flying the most|up the most today|in the green',
    losers:
      'loser|losers|fell the most|fallen the most|dropped the most|lost the most|biggest losses|down the ' +
      'most|worst performers|declined the most|fell most|lost most|decliners|biggest drops|biggest falls|fallers|worst performing|biggest decliners|sank the most|slid the most|dropped most|down most|declined most|plunged the most|biggest declines|top falls|top losses|top drops|falls of the day|most fallen|most falls|bleeding|bleeding the most|bled the most|tumbling|sliding|plunging|sinking the most|hardest hit|hit hardest|worst hit|in the red',
    most_active:
      'hot|hottest|most active|most traded|highest volume|busiest|by volume|most heavily traded|heaviest volume|largest volume|most volume|turnover',
  },
  transition: {
    entered:
      'enters|entered|entries|entry|arrivals|arrival|arrived|came in|came into|enter|arrive|arrives|entering|arriving|gone ' +
      'into|went into|come in|come into|go into|goes into|going into|gets into|sail into|sailing into|put into|puts into|call at|called at|sails into|sailed into|inbound|ingress|got into|turned up|came inside|went inside',
    exited:
      'leaves|departs|exits|exited|exit|left|departures|departed|departure|leave|leaving|gone out|went out|depart|' +
      'exiting|departing|come out|came out|sail from|sails from|sailed from|sailing from|sailed out|sails out|goes out|go out|going out|out of|outbound|egress|got out|pulled out|went away',
  },
  resultType: {
    vessel: 'vessel|vessels|ship|ships|boats',
    aircraft: 'aircraft|planes',
    news: 'news|articles|headlines',
    instrument: 'instruments|stocks|symbols|securities',
    event: 'events',
    alert: 'alerts',
    portfolio: 'portfolios',
    geofence: 'geofences|fences',
  },
  direction: {
    down:
      'fall|falls|fell|falling|drop|drops|dropped|dropping|down|crash|crashes|decline|declines|lose|loses|lost|sink|sinks|below|under|less ' +
      'than|beneath|slump|slumps|weakens|weaken|plunges|plunge|dips|dip|goes below|falls below|drops below|drops ' +
      'under|lower|crashed|plunged|slumped|collapses|collapsed|sheds|slides|tumbles|<|<=|≤|at or below|no more than|decrease|decreases|decreased|depreciation|depreciates|depreciate|depreciated|downside|to the downside|cheaper|tank|tanks|tanked|slips|slip|retreats|reduction|downturn|sinks|sinking|declining|declined|weaker|at most|goes under|comes under|goes down|go down|went down|cut|cuts|trades below|trades under|gets below|gets under|comes below|lower than|slides under|slides below|dips below|dips under',
    up:
      'rise|rises|rose|rising|gain|gains|gained|up|jump|jumps|increase|increases|rally|rallies|climb|climbs|above|over|more ' +
      'than|exceeds|exceed|at least|strengthens|strengthen|soars|spikes|surges|goes above|goes over|rises ' +
      'above|climbs above|higher|hits|reaches|crosses|tops|breaks|passes|adds|>|>=|≥|at or above|not less than|appreciation|appreciates|appreciate|appreciated|upside|to the upside|increased|increasing|surge|soar|spike|strengthened|stronger|goes up|go up|went up|gets to|exceeded|dearer|reach|hit|top|advances|advance|comes to|trades above|trades over|jumped|climbed|breaks through|break|trades through|goes through|gets through|moves through|comes over|gets above|gets over|surpasses|surpass|higher than|greater than',
  },
  factor: {
    oil: 'oil|crude|crude oil|oil prices|oil price|the oil price|brent|wti',
    gold: 'gold|gold prices|gold price',
    equity:
      'equities|equity|stocks|stock market|the stock market|stock markets|equity markets|shares|the market|markets',
    crypto: 'crypto|cryptos|cryptocurrencies',
    fx: 'fx',
    commodity: 'commodities|commodity prices',
  },
};

const indicatorNames: ReadonlyArray<
  readonly [words: string, name: string, length: (count: number | undefined) => string]
> = [
  [
    'rsi|relative strength index|relative strength|overbought|oversold|over bought|over sold',
    'rsi',
    (count) => String(count ?? 14),
  ],
  [
    'exponential moving average|exponential moving averages|ema|ewma|exponential average|exponential ma|exp moving average',
    'ema',
    (count) => String(count ?? 20),
  ],
  [
    'simple moving average|simple moving averages|moving averages|moving average|sma|moving avg|moving mean|ma|dma|day average|day line|mov avg|average moving',
    'sma',
    (count) => String(count ?? 20),
  ],
  ['macd|moving average convergence divergence', 'macd', () => '12:26:9'],
  ['bollinger bands|bollinger|bollinger band|bbands|bands', 'bbands', (count) => `${count ?? 20}:2`],
  ['average true range|atr|true range', 'atr', (count) => String(count ?? 14)],
  ['adx|average directional index|directional index', 'adx', (count) => String(count ?? 14)],
  ['stochastic|stochastics|stoch|stochastic oscillator', 'stoch', () => '14:3:3'],
  ['on balance volume|obv', 'obv', () => ''],
  ['vwap|volume weighted average price', 'vwap', () => ''],
];

const exchangeWords: Words = {
  US:
    'us market|us markets|us stock market|american market|nyse|new york stock exchange|new york|wall ' +
    'street|wall st|nasdaq|us exchanges|us|us stocks|american markets',
  LSE: 'lse|london stock exchange|london market|london|uk market|ftse',
  XETRA: 'xetra|frankfurt stock exchange|german market|frankfurt|deutsche borse|frankfurt exchange',
  PA: 'paris stock exchange|euronext paris|paris|french market|paris bourse',
  AS: 'euronext amsterdam|amsterdam|amsterdam exchange',
  TSE: 'tokyo stock exchange|tse|tokyo|japanese market|tokyo market',
  XHKG: 'hong kong stock exchange|hong kong|hkex|hong kong market',
  XSWX: 'swiss exchange|six|zurich|swiss market',
  XASX: 'asx|australian securities exchange|sydney|australian market',
  XTSE: 'toronto stock exchange|toronto|tsx',
};

const squawkWords: Words = {
  '7500': 'hijack|hijacks|hijacking|hijacked|unlawful interference|7500|hijack codes|hijack code',
  '7600': 'radio failure|radio failures|lost radio|no radio|nordo|lost comms|communication failure|7600|comms failure',
  '7700': '7700|general emergency|general emergencies',
};

interface Entry {
  type: SpanType;
  value: string;
}

/** Phrases by their first word, longest first. */
const phrases: ReadonlyMap<
  string,
  ReadonlyArray<{ words: readonly string[]; entries: readonly Entry[] }>
> = byFirstWord();

function byFirstWord(): Map<string, Array<{ words: readonly string[]; entries: readonly Entry[] }>> {
  const all = new Map<string, Entry[]>();
  const add = (phrase: string, entry: Entry) => all.set(phrase, [...(all.get(phrase) ?? []), entry]);
  const tables: Array<[SpanType, Words]> = [
    ...(Object.entries(enumerations) as Array<[SpanType, Words]>),
    ['exchange', exchangeWords],
    ['squawk', squawkWords],
  ];
  for (const [type, values] of tables)
    for (const [value, text] of Object.entries(values))
      for (const phrase of text.split('|')) add(phrase, { type, value });
  for (const [text, name] of indicatorNames)
    for (const phrase of text.split('|')) add(phrase, { type: 'indicator', value: name });
  const found = new Map<string, Array<{ words: readonly string[]; entries: readonly Entry[] }>>();
  for (const [phrase, entries] of all) {
    const words = phrase.split(' ');
    found.set(words[0] as string, [...(found.get(words[0] as string) ?? []), { words, entries }]);
  }
  for (const list of found.values()) list.sort((one, other) => other.words.length - one.words.length);
  return found;
}

/** All words of enumerations, for the correction of typing errors. */
export const enumerationWords: readonly string[] = [...phrases.values()].flatMap((list) =>
  list.flatMap(({ words }) => words),
);

/** Words of names of exchanges that can also mean places or companies. */
export const placeWords: ReadonlySet<string> = new Set(
  'london paris frankfurt amsterdam tokyo hong kong zurich sydney toronto york'.split(' '),
);

/** Finds words of enumerations: at each token the longest phrase of each type. */
export function enumeratedIn(tokens: readonly Token[]): AnySpan[] {
  const found: AnySpan[] = [];
  tokens.forEach((token, from) => {
    const types = new Set<SpanType>();
    for (const { words, entries } of phrases.get(token.word) ?? []) {
      if (!words.every((word, index) => tokens[from + index]?.word === word)) continue;
      for (const { type, value } of entries) {
        if (types.has(type)) continue;
        types.add(type);
        if (type === 'indicator') found.push(...indicatorSpans(tokens, from, from + words.length, value));
        else found.push({ type, from, to: from + words.length, value, isExact: true } as AnySpan);
      }
    }
  });
  return found;
}

/** Number of parameters of indicators that have several, such as `macd 12 26 9`. */
const PARAMETERS: Readonly<Record<string, readonly number[]>> = { macd: [3], bbands: [2], stoch: [3, 2] };

/** Returns the numbers behind an indicator with several parameters, and the token after them: `12 26 9`, `12,26,9`. */
function parametersAt(tokens: readonly Token[], from: number, name: string): { to: number; text: string } | undefined {
  const numbers: string[] = [];
  let to = from;
  for (; /^\d{1,3}(?:[.,/-]\d{1,3})*$/.test(tokens[to]?.word ?? ''); to += 1)
    numbers.push(...(tokens[to] as Token).word.split(/[.,/-]/));
  return PARAMETERS[name]?.includes(numbers.length) === true ? { to, text: numbers.join(':') } : undefined;
}

const UNIT = /^(?:days?|d|periods?|bars?)$/;
const MAX_NUMBER_WORDS = 4;
/** Words between an indicator and its number: `RSI with 21 periods`. */
const LEADS_NUMBER = new Set(['with', 'over', 'using', 'of']);

/** Returns a number that ends before a token, with its start: `200`, `two hundred`. */
function numberBefore(tokens: readonly Token[], end: number): readonly [start: number, value: number] | undefined {
  const word = tokens[end - 1]?.word ?? '';
  if (/^\d{1,3}$/.test(word)) return [end - 1, Number(word)];
  for (let start = Math.max(0, end - MAX_NUMBER_WORDS); start < end; start += 1) {
    const found = numberWordsAt(tokens, start);
    if (found?.to === end) return [start, found.value];
  }
  return undefined;
}

/** Returns the spans of an indicator: two of `20 and 50 day moving averages`. */
function indicatorSpans(tokens: readonly Token[], from: number, to: number, name: string): AnySpan[] {
  const span = indicatorSpan(tokens, from, to, name);
  if (span.from === from || !['and', '&', 'or'].includes(tokens[span.from - 1]?.word ?? '')) return [span];
  const unit = UNIT.test(tokens[span.from - 2]?.word ?? '') ? span.from - 2 : span.from - 1;
  const [start, value] = numberBefore(tokens, unit) ?? [0, undefined];
  const length = indicatorNames.find(([, known]) => known === name)?.[2](value);
  if (value === undefined) return [span];
  return [span, { type: 'indicator', from: start, to: span.from, value: `${name}:${length}`, isExact: true }];
}

/** Returns the span of an indicator with its number: `50 day moving average`, `sma 50`, `rsi(14)`. */
function indicatorSpan(tokens: readonly Token[], from: number, to: number, name: string): AnySpan {
  const parameters = parametersAt(tokens, to, name);
  if (parameters !== undefined)
    return { type: 'indicator', from, to: parameters.to, value: `${name}:${parameters.text}`, isExact: true };
  const count = (at: number) => {
    const word = tokens[at]?.word ?? '';
    return /^\d{1,3}$/.test(word) ? Number(word) : numberWordsAt(tokens, at)?.value;
  };
  const unitBefore = UNIT.test(tokens[from - 1]?.word ?? '');
  const [start, before] = numberBefore(tokens, unitBefore ? from - 1 : from) ?? [from, undefined];
  const isLed = LEADS_NUMBER.has(tokens[to]?.word ?? '') && UNIT.test(tokens[to + 2]?.word ?? '');
  if (before === undefined && isLed) return { ...indicatorSpan(tokens, from, to + 1, name), from };
  const after = before === undefined ? count(to) : undefined;
  const length = indicatorNames.find(([, known]) => known === name)?.[2](before ?? after) ?? '';
  return {
    type: 'indicator',
    from: start,
    to: after === undefined ? to : UNIT.test(tokens[to + 1]?.word ?? '') ? to + 2 : to + 1,
    value: length === '' ? name : `${name}:${length}`,
    isExact: true,
  };
}
