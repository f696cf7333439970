import type { QuestionInput, QuestionType } from './question-type.js';
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

/** Questions about records of instruments. */
export const marketRecords: readonly QuestionType[] = [
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
