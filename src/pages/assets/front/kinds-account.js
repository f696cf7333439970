import { entityLink, linkTo } from './entry-links.js';
import { mapLink } from './kinds-map.js';
import { make, timeAgo } from './page-dom.js';
import { explain, numberText, timeText, wordsOf } from './records.js';

const changed = (list) => document.dispatchEvent(new CustomEvent('listchange', { detail: list }));

/** Returns a button that calls an operation and then runs `after`; an error is shown beside it. */
function actionButton(text, act, after) {
  const [button, problem] = [
    make('button', { type: 'button' }, text),
    make('span', { role: 'status', class: 'quiet' }),
  ];
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      await act();
      await after();
    } catch (error) {
      problem.textContent = explain(error);
    }
    button.disabled = false;
  });
  return make('span', {}, button, ' ', problem);
}

/** Returns a leaf of a condition in words: `Price: 51,917.14, above 100`. */
function resultText({ type, value, operator, threshold, status, met }) {
  const number = value === null ? wordsOf(status) : numberText(value);
  const limit = threshold === null || operator === null ? '' : `, ${operator} ${numberText(threshold)}`;
  return `${wordsOf(type)}: ${number}${limit}${met === true ? ' – met' : met === false ? ' – not met' : ''}`;
}

const stateWords = {
  pending: 'Pending: the condition is true, but not yet for long enough',
  firing: 'Firing',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
};

async function alert(session, id, { signal, reload }) {
  const path = `/alerts/${id}`;
  const found = await session.get(path, signal);
  const act = (name) => () => session.fetch(`${path}/${name}`, { method: 'POST' });
  const after = () => {
    changed('alerts');
    return reload();
  };
  const [symbol] = found.symbols;
  const from = new Date(Date.now() - 93 * 86_400_000).toISOString().slice(0, 10);
  const actions = [];
  if (['firing', 'snoozed'].includes(found.state)) actions.push(actionButton('Acknowledge', act('acknowledge'), after));
  if (['firing', 'snoozed', 'acknowledged'].includes(found.state))
    actions.push(actionButton('Resolve', act('resolve'), after));
  if (found.place !== null) actions.push(mapLink(found.place));
  return {
    title: found.title,
    pictures:
      symbol === undefined
        ? []
        : [
            {
              path: `/markets/candles/${encodeURIComponent(symbol)}.svg`,
              query: { from },
              alt: `Price chart of ${symbol}`,
            },
          ],
    facts: {
      State: stateWords[found.state],
      Severity: wordsOf(found.severity),
      Rule: linkTo('rule', found.ruleId, found.ruleName),
      About: [
        ...found.symbols.map((one) => entityLink(`symbol:${one}`)),
        ...found.entities.map((one) => entityLink(one)),
      ],
      'True since': timeText(found.startedAt),
      Fired: found.firedAt === null ? null : timeText(found.firedAt),
      Resolved: found.resolvedAt === null ? null : timeText(found.resolvedAt),
      'Held back by': found.held === null ? null : wordsOf(found.held),
    },
    actions,
    sections: [
      { title: 'Why it fired', items: found.explanation.map(resultText) },
      { title: 'Comments', items: found.comments.map(({ text, createdAt }) => `${text} (${timeAgo(createdAt)})`) },
    ],
    json: { path, value: found },
  };
}

async function rule(session, id, { signal, reload }) {
  const path = `/alerts/rules/${id}`;
  const [found, evaluation] = await Promise.all([
    session.get(path, signal),
    session.get(`${path}/evaluation`, signal).catch(() => undefined),
  ]);
  const after = () => {
    changed('alerts');
    return reload();
  };
  const symbol = found.condition.symbol;
  const results = evaluation?.instances[0]?.results ?? [];
  return {
    title: found.name,
    pictures:
      symbol === undefined
        ? []
        : [{ path: `/markets/candles/${encodeURIComponent(symbol)}.svg`, alt: `Price chart of ${symbol}` }],
    facts: {
      State: found.enabled ? 'Watching' : 'Off',
      Severity: wordsOf(found.severity),
      About: symbol === undefined ? null : entityLink(`symbol:${symbol}`),
      'Open alerts': evaluation === undefined ? null : String(evaluation.activeCount),
      Created: timeText(found.createdAt),
    },
    actions: [
      actionButton(
        found.enabled ? 'Turn off' : 'Turn on',
        () => session.fetch(`${path}/${found.enabled ? 'disable' : 'enable'}`, { method: 'POST' }),
        after,
      ),
      actionButton(
        'Delete',
        () => session.fetch(path, { method: 'DELETE' }),
        () => {
          changed('alerts');
          document.getElementById('entry').close();
        },
      ),
    ],
    sections: [{ title: 'Condition now', items: results.map(resultText) }],
    json: { path, value: found },
  };
}

const reasons = {
  paused: 'Paused',
  failing: 'Off: it failed for five days',
  gone: 'Off: it answered that it is gone',
  secret_lost: 'Off: its secret is lost',
};

/** Returns the state of a webhook endpoint in words. */
export const endpointState = ({ enabled, disabledReason, failingSince }) => {
  if (!enabled) return reasons[disabledReason] ?? 'Off';
  return failingSince === null ? 'On' : `Failing since ${timeText(failingSince)}`;
};

async function endpoint(session, id, { signal, reload }) {
  const path = `/webhooks/endpoints/${id}`;
  const [found, stats, { items: deliveries }] = await Promise.all([
    session.get(path, signal),
    session.get(`${path}/stats`, signal).catch(() => undefined),
    session.get(`/webhooks/deliveries?endpointId=${id}&limit=8`, signal).catch(() => ({ items: [] })),
  ]);
  const percent = stats?.day.successShare == null ? null : `${Math.round(100 * stats.day.successShare)} %`;
  return {
    title: found.description || new URL(found.url).host,
    facts: {
      State: endpointState(found),
      Address: found.url,
      Format: wordsOf(found.format),
      'Deliveries in 24 hours':
        stats === undefined ? null : `${stats.day.delivered} delivered, ${stats.day.failed} failed`,
      'Successful attempts': percent,
      Waiting: stats === undefined ? null : String(stats.pending),
    },
    actions: [
      actionButton('Send a test event', () => session.post(`${path}/test`, {}), reload),
      make('a', { class: 'button', href: '/account#channels' }, 'Manage channels'),
    ],
    sections: [
      {
        title: 'Latest deliveries',
        items: deliveries.map(({ eventId, eventType, status, attemptCount, createdAt }) => [
          linkTo('event', eventId, eventType),
          make(
            'span',
            { class: 'quiet' },
            ` ${wordsOf(status)}, ${attemptCount} ${attemptCount === 1 ? 'attempt' : 'attempts'} · ${timeAgo(createdAt)}`,
          ),
        ]),
        empty: 'Nothing was delivered yet. Send a test event, or add a subscription that names this endpoint.',
      },
    ],
    json: { path, value: found },
  };
}

export const accountKinds = { alert, rule, endpoint };
