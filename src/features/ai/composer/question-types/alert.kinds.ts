import { namedRecords } from './named-records.js';
import type { QuestionType } from './question-type.js';
import { recordQuestion } from './record-question.js';

const period = { weight: 0.5 };
const name = { field: 'name', format: 'text' } as const;
const changed = { field: 'updatedAt', format: 'time', before: 'changed' } as const;

/** Questions about who is on call, alerts, and the user's own records with a name. */
export const alertRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'on-call',
      can: 'show who is on call',
      examples: ['Who is on call now?', 'on call duty this weekend', 'Who gets paged tonight?'],
      subject:
        'on call|on-call|oncall|on duty|gets paged|is paged|pager duty|who is paged|standby|stand-by|being paged',
      also: 'who|whos|duty|shift|shifts|rota|schedule|schedules|tonight|weekend|week|tomorrow|roster|person|which|contact|paged|gets|night|day',
      slots: { period, moment: { weight: 0.5 } },
      tool: 'get_on_call_shifts',
      arguments: ({ slots, calendar }) => {
        const at = slots.get('moment')?.at;
        const from = at ?? slots.get('period')?.from ?? calendar.now;
        const end = slots.get('period')?.to;
        const MIN_MS = 60_000;
        return {
          from: from.toISOString(),
          to: (at === undefined && end !== undefined && end > from
            ? end
            : new Date(from.getTime() + MIN_MS)
          ).toISOString(),
        };
      },
      rows: {
        things: 'shifts',
        list: 'shifts',
        columns: [
          { field: 'contactName', format: 'text' },
          { field: 'from', format: 'time', before: 'from' },
          { field: 'to', format: 'time', before: 'to' },
        ],
        head: [{ field: 'warning', format: 'text' }],
      },
    },
    {
      future: 'times',
      each: () => ({
        tool: 'list_on_call_schedules',
        arguments: {},
        field: 'id',
        argument: 'id',
        name: 'name',
        max: 5,
      }),
    },
  ),
  recordQuestion(
    {
      id: 'rule-robustness',
      can: 'show which of your alerts depend on a single feed',
      examples: [
        'Would my rules still fire if a feed failed?',
        'robustness of my alert rules',
        'Which alerts depend on one feed?',
      ],
      subject:
        'without the ais feed|without the price feed|without the news feed|if a feed|if one feed|if the feed|if a source|robustness|robust|feed fails|feed failed|feed fail|feed dies|feed died|feed stops|feed stopped|feed goes down|feed went down|feed is down|without the feed|without a feed|' +
        'single feed|one feed|single source|one source|single point of failure|single points of failure|depend on a feed|depend on which feed|hang on|feed outage|outage of a feed|feed were down|feeds failed|feeds fail|source failed|source fails|feed was lost|lose a feed|lost a feed|feed drops out|feed dropped out|feed disappeared',
      also: 'price|prices|aircraft|news|events|test|against|outage|go|goes|dark|alerts|alert|rule|rules|fire|fires|fired|trigger|triggers|miss|missed|missing|lose|lost|would|still|work|feed|feeds|source|sources|depend|depends|rely|relies|single|point|failure|if|were|went|down|failed|ais|adsb|how|well|without|which|hang|alarms|alarm',
      slots: { rule: { weight: 1 } },
      tool: 'evaluate_robustness',
      template: 'rule-robustness',
      arguments: ({ slots }) => ({ days: 1, ruleIds: slots.all('rule').map(({ id }) => id) }),
      rows: {
        things: 'alert rules, evaluated over the last day with and without each feed',
        list: 'items',
        columns: [
          name,
          { field: 'alertCount', format: 'number', after: 'alerts with all feeds' },
          { field: 'feeds', format: 'list', before: 'feeds:' },
          { field: 'notes', format: 'list' },
        ],
      },
    },
    { accepts: ({ slots, words }) => slots.has('rule') || /\b(?:rules?|alerts?|alarms?)\b/.test(words) },
  ),
  namedRecords(
    'alert-policies',
    'alert policies',
    'policies|alert policies|escalation|escalations|escalation policy|routing of alerts|notification policies|escalated',
    'list_alert_policies',
    [name, { field: 'enabled', format: 'flag', before: 'enabled:' }, changed],
    ['my alert policies', 'Which escalation policies are there?', 'How are alerts escalated?'],
    { also: 'alerts|alert|routing|notification|escalated|how' },
  ),
  namedRecords(
    'alert-silences',
    'silences of alerts',
    'silences|silence|silenced|muted|mutes|maintenance windows',
    'list_alert_silences',
    [
      { field: 'comment', format: 'text' },
      { field: 'from', format: 'time', before: 'from' },
      { field: 'to', format: 'time', before: 'to' },
      { field: 'severity', format: 'list' },
    ],
    ['active silences', 'Which alerts are silenced?', 'list maintenance windows'],
    { also: 'alerts|alert|rules' },
  ),
  namedRecords(
    'alert-notifications',
    'notifications of alerts',
    'notifications|notification|notified|pages sent|messages sent',
    'list_alert_notifications',
    [
      { field: 'title', format: 'text' },
      { field: 'contactName', format: 'text', before: 'to' },
      { field: 'channel', format: 'text', before: 'by' },
      { field: 'status', format: 'text' },
      { field: 'createdAt', format: 'time', before: 'at' },
    ],
    ['Which notifications were sent?', 'last alert notifications', 'Who was notified of the alerts?'],
    { also: 'alerts|alert|sent|failed|send|who|delivered|fail' },
  ),
  namedRecords(
    'alert-contacts',
    'contacts for alerts',
    'contacts|contact|who gets alerts|alert recipients|recipients',
    'list_alert_contacts',
    [
      name,
      { field: 'channel', format: 'text', before: 'by' },
      { field: 'disabledReason', format: 'text', before: 'disabled:' },
    ],
    ['my alert contacts', 'Which contacts get alerts?', 'list the recipients'],
    { also: 'alerts|alert|gets|receive|receives|people|addresses' },
  ),
  namedRecords(
    'alert-rules-list',
    'alert rules',
    'rules|alert rules|my rules|alerts set up|rules do i have',
    'list_alert_rules',
    [name, { field: 'severity', format: 'text' }, { field: 'enabled', format: 'flag', before: 'enabled:' }],
    ['Which alert rules do I have?', 'list my rules', 'show all alert rules'],
    { also: 'alerts|alert|set|enabled' },
  ),
  namedRecords(
    'watchlists-list',
    'watchlists',
    'watchlists|watchlists do i have|lists do i have',
    'list_watchlists',
    [name, { field: 'symbols', format: 'list', before: 'with' }],
    ['Which watchlists do I have?', 'list my watchlists', 'show all watchlists'],
    {},
  ),
  namedRecords(
    'geofences-list',
    'geofences',
    'geofences|fences|zones do i have|geofences do i have',
    'list_geofences',
    [name, changed],
    ['Which geofences do I have?', 'list my geofences', 'all fences'],
    { also: 'zones' },
  ),
  namedRecords(
    'portfolios-list',
    'portfolios',
    'portfolios do i have|list my portfolios|list portfolios|all portfolios|my portfolios|names of my portfolios|portfolios are there',
    'list_portfolios',
    [name, { field: 'kind', format: 'text' }, { field: 'baseCurrency', format: 'text', before: 'in' }],
    ['Which portfolios do I have?', 'list my portfolios', 'show all portfolios'],
    { also: 'portfolios' },
  ),
  namedRecords(
    'clients-list',
    'clients',
    'clients do i have|list my clients|client list|names of my clients|clients are there|list of clients|list clients',
    'list_clients',
    [
      name,
      { field: 'reference', format: 'text' },
      { field: 'currency', format: 'text', before: 'in' },
      { field: 'tags', format: 'list' },
    ],
    ['Which clients do I have?', 'list my clients', 'client list'],
    { also: 'clients|client' },
  ),
  namedRecords(
    'fleets',
    'fleets',
    'fleets|fleet',
    'list_fleets',
    [name, { field: 'note', format: 'text' }, { field: 'members', format: 'list', before: 'with' }],
    ['my fleets', 'Which fleets have I defined?', 'list all fleets'],
    { also: 'defined|ships|vessels|members' },
  ),
  namedRecords(
    'pins',
    'pins on the map',
    'pins|pin|markers|marked places',
    'list_pins',
    [{ field: 'title', format: 'text' }, { field: 'note', format: 'text' }, changed],
    ['my pins', 'Which pins are on the map?', 'list all pins'],
    { also: 'map|placed|marked' },
  ),
  namedRecords(
    'cases',
    'cases',
    'cases|investigations|my case|open case|casework|case files|dossiers i opened',
    'list_cases',
    [
      { field: 'title', format: 'text' },
      { field: 'status', format: 'text' },
      { field: 'evidenceCount', format: 'number', after: 'pieces of evidence' },
      changed,
    ],
    ['my open investigations', 'Which cases are open?', 'list cases'],
    { also: 'case|evidence|working|pending' },
  ),
  namedRecords(
    'subscriptions',
    'subscriptions to events',
    'subscriptions|subscription|subscribed',
    'list_subscriptions',
    [name, { field: 'eventTypes', format: 'list', before: 'to' }, changed],
    ['my subscriptions', 'What am I subscribed to?', 'list event subscriptions'],
    { also: 'event|events|am|types' },
  ),
  recordQuestion(
    {
      id: 'webhook-deliveries',
      can: 'list deliveries of webhooks',
      examples: ['Did any webhook fail today?', 'last webhook deliveries', 'failed deliveries'],
      subject: 'webhook|webhooks|webhook deliveries|deliveries|delivery|webhook delivery',
      also: 'fail|failed|failing|failures|delivered|pending|sent|send|errors|work|working|calls|broken|go|went|wrong|through',
      slots: { period: { weight: 0 } },
      tool: 'list_webhook_deliveries',
      arguments: ({ words }) => ({
        status: /\b(?:fail\w*|broken|wrong|errors?)\b/.test(words)
          ? ['failed']
          : /\bpending\b/.test(words)
            ? ['pending']
            : undefined,
      }),
      rows: {
        things: 'deliveries of webhooks',
        list: 'items',
        columns: [
          { field: 'eventType', format: 'text' },
          { field: 'status', format: 'text' },
          { field: 'attemptCount', format: 'number', after: 'attempts' },
          { field: 'createdAt', format: 'time', before: 'at' },
        ],
      },
    },
    { ignores: () => ['period'], accepts: ({ words }) => /webhook|deliver/.test(words) && !/endpoint/.test(words) },
  ),
  namedRecords(
    'webhook-endpoints',
    'endpoints of webhooks',
    'webhook endpoints|endpoints|webhook urls|webhook addresses|endpoint',
    'list_webhook_endpoints',
    [
      { field: 'url', format: 'text' },
      { field: 'description', format: 'text' },
      { field: 'enabled', format: 'flag', before: 'enabled:' },
      { field: 'disabledReason', format: 'text' },
    ],
    ['my webhook endpoints', 'Which endpoints are enabled?', 'list webhook addresses'],
    { also: 'webhook|webhooks|urls|enabled|disabled|failing' },
  ),
  namedRecords(
    'teams',
    'teams',
    'teams|team|groups i belong',
    'list_teams',
    [
      name,
      { field: 'ownerName', format: 'text', before: 'owned by' },
      { field: 'role', format: 'text', before: 'your role:' },
    ],
    ['Which teams am I in?', 'my teams', 'list teams'],
    { also: 'am|belong|member|role|part|in' },
  ),
];
