import test from 'ava';
import type { Alert } from '../../../../src/features/alerts/alerts/alert.js';
import {
  limitsAt,
  release,
  suppressionOfEnding,
  suppressionOfFiring,
  suppressionOfResolution,
} from '../../../../src/features/alerts/notify/delivery-policy.js';
import { silenceOfAll } from '../engine/delivered-alerts.js';

const now = Date.parse('2026-06-03T22:30:00Z');
const night = { from: '22:00', to: '07:00', timeZone: 'UTC' };
const [open, quiet] = [limitsAt(now, [], null), limitsAt(now, [], night)];
const silenced = limitsAt(now, [silenceOfAll(now - 1_000, now + 1)], night);

const alertOf = (changes: Partial<Alert> = {}): Alert => ({
  id: 'a',
  accountId: 'account',
  ruleId: 'rule',
  ruleName: 'Rule',
  key: '',
  entityName: null,
  crossing: 1,
  state: 'firing',
  severity: 'warning',
  title: 'Rule',
  startedAt: new Date(0),
  firedAt: new Date(0),
  acknowledgedAt: null,
  snoozedUntil: null,
  resolvedAt: null,
  resolvedReason: null,
  explanation: [],
  groupId: null,
  symbols: [],
  entities: [],
  tags: [],
  assigneeId: null,
  place: null,
  notified: false,
  held: null,
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...changes,
});

/**
 * Releases a waiting alert. Returns the list in which it is released, the reason for which it still waits, and whether
 * its owner counts as notified.
 */
function released(alert: Alert, limits = open): string {
  const { unsilenced, firing, digest } = release([alert], limits, new Date(now));
  const [after] = [...unsilenced, ...digest];
  if (after === undefined) return 'waits';
  return `${firing.length > 0 ? 'firing' : digest.length > 0 ? 'digest' : 'nothing'}, ${after.held ?? 'free'}, ${after.notified ? 'notified' : 'not notified'}`;
}

test('a silence holds back a firing before quiet hours do', (t) => {
  t.deepEqual(
    [silenced, quiet, open].map((limits) => suppressionOfFiring(alertOf(), limits)),
    ['silence', 'quiet_hours', null],
  );
});

test('an alert whose silence ends is delivered if it still fires, or joins the digest of quiet hours', (t) => {
  t.is(released(alertOf({ held: 'silence' }), silenced), 'waits');
  t.is(released(alertOf({ held: 'silence' })), 'firing, free, notified');
  t.is(released(alertOf({ held: 'silence' }), quiet), 'nothing, quiet_hours, not notified');
  t.is(released(alertOf({ held: 'silence', state: 'acknowledged' })), 'nothing, free, not notified');
});

test('the end of quiet hours releases all alerts held back, in any state', (t) => {
  for (const state of ['firing', 'acknowledged', 'snoozed', 'resolved'] as const)
    t.is(released(alertOf({ held: 'quiet_hours', state })), 'digest, free, notified');
  t.is(released(alertOf({ held: 'quiet_hours' }), quiet), 'waits');
});

test('an alert that fired again under a silence after it was delivered still delivers its resolution', (t) => {
  const acknowledged = alertOf({ held: 'silence', state: 'acknowledged', notified: true });
  const [after] = release([acknowledged], open, new Date(now)).unsilenced;
  t.is(suppressionOfResolution(after as Alert, open), null);
});

test('a resolution is delivered only after its firing, and never after a snooze', (t) => {
  const why = (changes: Partial<Alert>, limits = open) => suppressionOfResolution(alertOf(changes), limits);
  t.deepEqual([why({ notified: true }), why({}), why({ held: 'silence' })], [null, 'not_delivered', 'silence']);
  t.deepEqual(
    [why({ held: 'quiet_hours' }), why({ notified: true }, quiet), why({ notified: true, state: 'snoozed' })],
    ['quiet_hours', 'quiet_hours', 'snooze'],
  );
});

test('the resolution of an alert whose rule is deleted is delivered after its firing; alerts held back by quiet hours stay in their digest', (t) => {
  const why = (changes: Partial<Alert>) => suppressionOfEnding(alertOf(changes));
  t.deepEqual([why({ notified: true }), why({}), why({ held: 'silence' })], [null, 'not_delivered', 'not_delivered']);
  t.deepEqual([why({ held: 'quiet_hours' }), why({ held: 'quiet_hours', notified: true })], ['quiet_hours', null]);
});
