import { areaOfCountry } from '../../../../language/places-in.js';
import { boxAround } from './area-arguments.js';
import { fromTo, type QuestionInput, type QuestionType } from './question-type.js';
import { dayRange, firstOf, recordQuestion } from './record-question.js';

const symbol = { required: true, implied: true, weight: 1.5 };
const period = { weight: 0.5 };
const symbolIn = ({ slots }: QuestionInput) => slots.get('symbol');

/** Kinds of entries of the calendar by the words of a question. */
const CALENDAR: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bearnings|results|reports?|reporting|quarterly\b/, 'earnings'],
  [/\bdividends?|ex dividend|ex-dividend\b/, 'dividend'],
  [/\bsplits?\b/, 'split'],
  [/\bipos?|listings?|going public\b/, 'ipo'],
];

/** Types of events of the market that a study can be about, by the words of a question. */
const STUDIED: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bearnings|results\b/, 'market.earnings_reported'],
  [/\bdividends?\b/, 'market.dividend'],
  [/\bsplits?\b/, 'market.split'],
  [/\binsiders?\b/, 'insider.traded'],
  [/\bfilings?\b/, 'filing.published'],
];

/** Returns the types of events whose effect a question is about. */
const studiedTypes = ({ slots, words }: QuestionInput): string[] => [
  ...slots.all('eventType').map((type) => `geo_event.${type}`),
  ...firstOf(words, STUDIED),
];

/** Questions about records of instruments. */
export const marketRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'event-study',
      can: 'study how a price moved after events of a type',
      examples: [
        'How does oil usually react to earthquakes in Japan?',
        'event study of Apple after its earnings',
        'What did gold do after past storms?',
      ],
      subject:
        'reaction of|reactions of|react to|reacts to|reacted to|reacting to|reaction to|reactions to|react after|respond to|responds to|responded to|response to|event study|event studies|study|' +
        'do after|does after|did after|do in the days after|move after|moves after|moved after|behave after|behaves after|behaved after|perform after|performs after|performed after|' +
        'affect|affects|affected|rise after|rises after|rose after|fall after|falls after|fell after|usually after|typically after',
      also: 'earnings|results|dividend|dividends|split|splits|filings|insider|typical|move|moves|effect|impact|stronger|usually|typically|normally|generally|past|previous|earlier|historically|history|price|prices|after|before|to|on|average|averagely|days|big|strong|how|strongly|does|did|study|studies|event|events|its|reaction|tend|tends|market|share|shares|stock|stocks|following|around|occur',
      slots: {
        symbol: { required: true, implied: true, weight: 1.5, many: true },
        eventType: { many: true, weight: 1.5 },
        place: { weight: 0.5 },
        country: { weight: 0.5 },
        period,
        severity: { weight: 0.3 },
      },
      tool: 'run_event_study',
      template: 'event-study',
      arguments: (input) => {
        const { slots } = input;
        const country = slots.get('country');
        const area = slots.get('place') ?? (country === undefined ? undefined : areaOfCountry(country));
        const isOfSymbol = !slots.has('eventType');
        return {
          events: {
            type: studiedTypes(input),
            ...(isOfSymbol && { symbol: slots.all('symbol') }),
            ...(area !== undefined && { bbox: boxAround(area) }),
            ...fromTo(slots.get('period')),
          },
          symbols: slots.all('symbol'),
        };
      },
      rows: {
        things: 'results of the study',
        list: 'items',
        head: [{ field: 'eventCount', format: 'number', after: 'events' }],
        columns: [
          { field: 'target', format: 'text' },
          { field: 'windowTradingDays', format: 'number', before: 'after trading days:' },
          { field: 'caseCount', format: 'number', before: 'cases:' },
          { field: 'returns.meanReturn', format: 'fraction', before: 'mean return' },
          { field: 'baseReturns.meanReturn', format: 'fraction', before: 'at random moments' },
          { field: 'pValue', format: 'number', before: 'p-value' },
          { field: 'notComputable.detail', format: 'text' },
        ],
      },
    },
    {
      holds: (input) => studiedTypes(input).length > 0 && !input.slots.has('portfolio'),
      accepts: ({ words }) => !/\b(?:tell me when|notify|alert me|news|headlines|articles|why)\b/.test(words),
      ignores: () => ['severity'],
    },
  ),
  recordQuestion(
    {
      id: 'calendar-entries',
      can: 'list coming results, dividends, splits and new listings',
      examples: ['When does Apple report earnings?', 'earnings calendar this week', 'next ex-dividend date of Exxon'],
      subject:
        'earnings|earnings calendar|earnings date|results|reports next|report next|ex dividend|ex-dividend|ex date|ex-date|dividend date|next dividend|' +
        'upcoming dividends|ipo|ipos|calendar|goes ex|going public|quarterly numbers|reporting season|go ex|companies report|earnings call|new listings|report',
      also: 'date|dates|day|quarter|quarterly|due|receive|receives|release|releases|releasing|publish|publishes|out|reporting|dividend|dividends|corporate|events|companies|watchlist|when|week|month|year',
      slots: { symbol: { weight: 1.5 }, period, watchlist: { weight: 0.5 }, portfolio: { weight: 0.5 } },
      tool: 'list_calendar',
      arguments: (input) => ({
        symbol: symbolIn(input),
        watchlistId: input.slots.get('watchlist')?.id,
        portfolioId: input.slots.get('portfolio')?.id,
        kind: firstOf(input.words, CALENDAR),
        ...dayRange(input.slots.get('period')),
      }),
      rows: {
        things: 'entries of the calendar',
        list: 'items',
        columns: [
          { field: 'symbol', format: 'text' },
          { field: 'title', format: 'text' },
          { field: 'kind', format: 'text' },
          { field: 'day', format: 'day', before: 'on' },
          { field: 'reportTime', format: 'text' },
          { field: 'estimate', format: 'number', before: 'estimated' },
          { field: 'actual', format: 'number', before: 'actual' },
          { field: 'amount', format: 'number', before: 'amount', after: '{currency}' },
        ],
      },
    },
    {
      future: 'times',
      accepts: ({ slots, words }) =>
        (slots.has('symbol') || /calendar|earnings|ipos?|dividends?|results|listings|companies report/.test(words)) &&
        !/\b(?:alerts?|ships?|news|headlines|tell me when|notify)\b/.test(words),
    },
  ),
  recordQuestion(
    {
      id: 'corporate-actions',
      can: 'list the splits and dividends of an instrument',
      examples: ['Has Nvidia split its shares?', 'dividend history of Exxon', 'splits of Apple since 2000'],
      subject:
        'split|splits|stock split|stock splits|dividend history|past dividends|last dividend|latest dividend|recent dividend|previous dividend|dividends paid by|dividends did|dividend does|dividends of|dividend of|' +
        'corporate actions|dividends since|dividend per share|dividend payments|payout history|pay out|dividend did',
      also: 'split|its|ever|dividend|dividends|pay|pays|paid|since|years|year|five|ten|history|ratio|per|stock',
      slots: { symbol: { ...symbol, many: true }, period, portfolio: {} },
      tool: 'list_corporate_actions',
      arguments: (input) => ({
        symbol: symbolIn(input),
        type: /\bsplit/.test(input.words) ? ['split'] : /dividend|payout/.test(input.words) ? ['dividend'] : undefined,
        ...dayRange(input.slots.get('period')),
      }),
      rows: {
        things: 'splits and dividends',
        list: 'items',
        isReversed: true,
        columns: [
          { field: 'type', format: 'text' },
          { field: 'day', format: 'day', before: 'on' },
          { field: 'ratio', format: 'number', after: 'new for each old share' },
          { field: 'amount', format: 'number', after: '{currency} a share' },
          { field: 'paymentDay', format: 'day', before: 'paid on' },
        ],
      },
    },
    { holds: ({ slots }) => !slots.named('portfolio') && slots.all('symbol').length === 1 },
  ),
  recordQuestion(
    {
      id: 'order-book',
      can: 'show the order book of an instrument',
      examples: ['order book of bitcoin', 'How deep is the BTC book?', 'bids and asks for ether'],
      subject: 'order book|orderbook|book|depth|market depth|bids and asks|bids|asks|bid ask spread|spread|level 2',
      also: 'deep|side|levels|liquidity|tight|wide|best|bid|ask',
      slots: { symbol },
      tool: 'get_order_book',
      arguments: (input) => ({ symbol: symbolIn(input), depth: 5 }),
      rows: {
        things: 'bids, the best first',
        list: 'bids',
        head: [
          { field: 'midPrice', format: 'number', before: 'middle price', after: '{currency}' },
          { field: 'spreadFraction', format: 'fraction', before: 'spread' },
        ],
        columns: [
          { field: 'price', format: 'number', before: 'bid', after: '{currency}' },
          { field: 'volume', format: 'number', before: 'volume' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:below|earthquakes?|quakes?|dive|water|notebook)\b/.test(words) },
  ),
  recordQuestion(
    {
      id: 'public-trades',
      can: 'list the latest public trades of an instrument',
      examples: ['latest trades in bitcoin', 'last prints of ETH', 'tick data for BTC'],
      subject: 'trades|prints|ticks|tick data|time and sales|executions|fills',
      also: 'tape|market|public|sides',
      slots: { symbol, portfolio: {} },
      tool: 'list_public_trades',
      arguments: (input) => ({ symbol: symbolIn(input) }),
      rows: {
        things: 'public trades',
        list: 'items',
        columns: [
          { field: 'price', format: 'number', after: '{currency}' },
          { field: 'volume', format: 'number', before: 'volume' },
          { field: 'side', format: 'text' },
          { field: 'tradedAt', format: 'time', before: 'at' },
        ],
      },
    },
    {
      holds: ({ slots }) => !slots.has('portfolio'),
      accepts: ({ words }) => !/trades (?:at|near|below|above)|\bit\b/.test(words),
    },
  ),
];
