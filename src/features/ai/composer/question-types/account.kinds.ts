import { namedRecords } from './named-records.js';
import { fromTo, type QuestionType } from './question-type.js';
import { type RecordKind, recordQuestion } from './record-question.js';

const period = { weight: 0.5 };
const grants: RecordKind['rows'] = {
  things: 'grants',
  list: 'items',
  columns: [
    { field: 'kind', format: 'text' },
    { field: 'ownerName', format: 'text', before: 'by' },
    { field: 'email', format: 'text', before: 'to' },
    { field: 'access', format: 'text', before: 'access:' },
    { field: 'until', format: 'time', before: 'until' },
    { field: 'createdAt', format: 'time', before: 'since' },
  ],
};

const name = { field: 'name', format: 'text' } as const;
const changed = { field: 'updatedAt', format: 'time', before: 'changed' } as const;

/** Questions about what the user shares, stores and may use. */
export const accountRecords: readonly QuestionType[] = [
  recordQuestion({
    id: 'received-grants',
    can: 'list what others have shared with you',
    examples: ['What has been shared with me?', 'records others shared with me', 'everything shared with us'],
    subject: 'shared with me|shared with us|access was i|access do i|others shared|share with me|been shared',
    also: 'shared|share|others|else|everything|someone|colleagues|access',
    tool: 'list_received_grants',
    rows: grants,
  }),
  recordQuestion({
    id: 'grants',
    can: 'list what you have shared with others',
    examples: ['What have I shared?', 'Who has access to my records?', 'my grants'],
    subject:
      'grants|i shared|have i shared|did i share|sharing with|who has access|has access to my|we shared|shared by me|can see my',
    also: 'shared|share|others|access|who|everything|colleagues|portfolios|watchlists|resources|people|see|can',
    tool: 'list_grants',
    rows: grants,
  }),
  namedRecords(
    'bookmarks',
    'bookmarks',
    'bookmarks|bookmark|bookmarked',
    'list_bookmarks',
    [
      { field: 'event.title', format: 'text' },
      { field: 'note', format: 'text' },
      { field: 'event.time', format: 'time', before: 'at' },
    ],
    ['my bookmarks', 'Which events did I bookmark?', 'bookmarked events'],
    { also: 'events|event' },
  ),
  recordQuestion(
    {
      id: 'own-notes',
      can: 'list your notes',
      examples: ['my notes', 'Which notes did I write?', 'list all my notes on events'],
      subject: 'my notes|own notes|notes did i|notes i wrote|all notes|list notes|notes on events|notes have i',
      also: 'notes|write|wrote|written|events',
      slots: { client: { weight: 0 } },
      tool: 'list_notes',
      rows: {
        things: 'notes',
        list: 'items',
        columns: [
          { field: 'title', format: 'text' },
          { field: 'text', format: 'text' },
          { field: 'time', format: 'time', before: 'at' },
        ],
      },
    },
    { accepts: ({ slots }) => !slots.has('client') },
  ),
  namedRecords(
    'charts',
    'charts',
    'charts|saved charts|my graphs|saved graphs',
    'list_charts',
    [name, { field: 'interval', format: 'text' }, changed],
    ['my charts', 'Which charts have I saved?', 'list saved charts'],
    { also: 'saved|graphs' },
  ),
  namedRecords(
    'saved-searches',
    'saved searches',
    'saved searches|searches|stored searches',
    'list_saved_searches',
    [name, { field: 'q', format: 'text', before: 'for' }],
    ['my saved searches', 'Which searches have I saved?', 'list searches'],
    { also: 'saved|stored' },
  ),
  namedRecords(
    'announcements',
    'announcements',
    'announcements|announcement|planned maintenance|announced|maintenance planned|downtime',
    'list_announcements',
    [
      { field: 'text', format: 'text' },
      { field: 'severity', format: 'text' },
      { field: 'from', format: 'time', before: 'from' },
    ],
    ['Any announcements?', 'Is maintenance planned?', 'current announcements'],
    { also: 'maintenance|planned|service|operator', can: 'show announcements of the operator' },
  ),
  recordQuestion({
    id: 'usage',
    can: 'show how much of your limits you have used',
    examples: ['How much of my limits have I used?', 'my usage', 'What is my rate limit?'],
    subject:
      'usage|rate limit|rate limits|quota|quotas|my limits|requests left|requests did i make|api usage|limits have i used|requests have i',
    also: 'limit|limits|used|left|remaining|requests|api|rate|use|account',
    tool: 'get_usage',
    rows: {
      things: 'limits',
      list: 'resources',
      head: [
        { field: 'rateLimit.remaining', format: 'number', before: 'requests left in this window:' },
        { field: 'rateLimit.limit', format: 'number', before: 'of' },
        { field: 'lastDay.requestCount', format: 'number', before: 'requests in the last day:' },
      ],
      columns: [
        name,
        { field: 'used', format: 'number', before: 'used' },
        { field: 'limit', format: 'number', before: 'of' },
      ],
    },
  }),
  namedRecords(
    'briefing-schedules',
    'scheduled briefings',
    'scheduled briefings|briefing schedules|briefings scheduled|briefings do i get|regular briefings|briefings are scheduled',
    'list_briefing_schedules',
    [name, { field: 'time', format: 'text', before: 'at' }, { field: 'weekday', format: 'text', before: 'on' }],
    ['Which briefings are scheduled?', 'my briefing schedules', 'list scheduled briefings'],
    { also: 'briefings|scheduled|schedules|regular' },
  ),
  namedRecords(
    'news-feeds',
    'news feeds',
    'news feeds|news sources|rss feeds|rss|newsfeeds|feeds of news|publications do you read|news do you read',
    'list_news_feeds',
    [
      name,
      { field: 'status', format: 'text' },
      { field: 'country', format: 'text' },
      { field: 'language', format: 'text' },
    ],
    ['Which news feeds are read?', 'my rss feeds', 'list news sources'],
    { also: 'feeds|sources|use|used|read|follow|subscribed|news' },
  ),
  recordQuestion(
    {
      id: 'vulnerabilities',
      can: 'list vulnerabilities of software',
      examples: [
        'critical CVEs this week',
        'New vulnerabilities in Cisco products',
        'exploited vulnerabilities of Microsoft',
      ],
      subject:
        'cve|cves|vulnerabilities|vulnerability|exploits|exploited|zero day|zero days|zero-day|zero-days|security holes|security flaws|security bugs',
      also: 'critical|severe|software|products|gear|devices|actively|security|holes|flaws|affecting|patched|published|being|week',
      slots: { period },
      tool: 'list_vulnerabilities',
      arguments: (input) => ({
        q: input.text === '' ? undefined : input.text,
        severity: /\bcritical\b/.test(input.words)
          ? ['critical']
          : /\b(?:high|severe)\b/.test(input.words)
            ? ['high', 'critical']
            : undefined,
        exploited: /\bexploited|exploits\b/.test(input.words) ? true : undefined,
        ...fromTo(input.slots.get('period')),
      }),
      rows: {
        things: 'vulnerabilities',
        list: 'items',
        columns: [
          { field: 'id', format: 'text' },
          { field: 'title', format: 'text' },
          { field: 'severity', format: 'text' },
          { field: 'score', format: 'number', before: 'score' },
          { field: 'publishedAt', format: 'day', before: 'published on' },
        ],
      },
    },
    { text: 'optional' },
  ),
];
