import { uuidV7 } from '../../src/time/uuid-v7.js';
import type { Owner, Seed } from './seeds.js';
import type { TestService } from './test-service.js';

/** Creates an alert rule of the account. */
const alertRule = async (owner: Owner): Promise<Seed> => {
  const condition = { type: 'price', symbol: 'EURUSD.FOREX', operator: 'above', threshold: 2 };
  const { json } = await owner.post('/alerts/rules', { name: 'Euro', condition });
  return { id: json.id, isThere: async () => (await owner.get(`/alerts/rules/${json.id}`)).json.version === 1 };
};

/** Creates an alert of the account, as the evaluation of a rule stores it. */
const alert = async (owner: Owner, { database, clock }: TestService): Promise<Seed> => {
  const rule = await alertRule(owner);
  const id = uuidV7();
  const now = new Date(clock.now());
  await database.database.query(
    `insert into alerts (id, account_id, rule_id, rule_name, key, crossing, state, severity, title, started_at, fired_at, explanation, symbols, entities, notified, created_at, updated_at)
     values ($1, $2, $3, 'Euro', '', 1, 'firing', 'warning', 'Euro', $4, $4, '[]', '{}', '{}', true, $4, $4)`,
    [id, owner.accountId, rule.id, now],
  );
  const isThere = async () => {
    const { version, comments } = (await owner.get(`/alerts/${id}`)).json;
    return version === 1 && comments.length === 0;
  };
  return { id, isThere };
};

/** Creates a contact of the account, at an address where no server listens. */
const alertContact = async (owner: Owner): Promise<Seed> => {
  const delivery = { channel: 'ntfy', topic: 'desk', url: 'http://127.0.0.1:9/' };
  const { json } = await owner.post('/alerts/contacts', { name: 'Desk', delivery });
  return { id: json.id, isThere: async () => (await owner.get(`/alerts/contacts/${json.id}`)).json.version === 1 };
};

/** Creates an alert policy of the account. */
const alertPolicy = async (owner: Owner): Promise<Seed> => {
  const { id } = await alertContact(owner);
  const { json } = await owner.post('/alerts/policies', { name: 'Desk', steps: [{ contactIds: [id] }] });
  return { id: json.id, isThere: async () => (await owner.get(`/alerts/policies/${json.id}`)).json.version === 1 };
};

/** Creates an on-call schedule of the account. */
const onCallSchedule = async (owner: Owner): Promise<Seed> => {
  const { id } = await alertContact(owner);
  const rotation = { contactIds: [id], period: 'daily', startsOn: '2026-11-16', handOverAt: '09:00' };
  const { json } = await owner.post('/alerts/on-call', { name: 'Desk', timeZone: 'Europe/Berlin', rotation });
  return { id: json.id, isThere: async () => (await owner.get(`/alerts/on-call/${json.id}`)).json.version === 1 };
};

/** Creates a silence of the account. */
const silence = async (owner: Owner, { clock }: TestService): Promise<Seed> => {
  const { json } = await owner.post('/alerts/silences', { to: new Date(clock.now() + 3_600_000).toISOString() });
  return { id: json.id, isThere: async () => (await owner.get(`/alerts/silences/${json.id}`)).json.version === 1 };
};

/** Functions that create the alerts of an account, and resources of alerts, by operation. */
export const alertSeeds: Record<string, (owner: Owner, service: TestService) => Promise<Seed>> = {
  getAlertRule: alertRule,
  updateAlertRule: alertRule,
  deleteAlertRule: alertRule,
  enableAlertRule: alertRule,
  disableAlertRule: alertRule,
  rearmAlertRule: alertRule,
  getAlertRuleEvaluation: alertRule,
  getOnCallSchedule: onCallSchedule,
  updateOnCallSchedule: onCallSchedule,
  deleteOnCallSchedule: onCallSchedule,
  getOnCallShifts: onCallSchedule,
  getAlert: alert,
  acknowledgeAlert: alert,
  snoozeAlert: alert,
  resolveAlert: alert,
  assignAlert: alert,
  createAlertComment: alert,
  getAlertContact: alertContact,
  updateAlertContact: alertContact,
  deleteAlertContact: alertContact,
  testAlertContact: alertContact,
  getAlertPolicy: alertPolicy,
  updateAlertPolicy: alertPolicy,
  deleteAlertPolicy: alertPolicy,
  backtestAlertPolicy: alertPolicy,
  getAlertSilence: silence,
  updateAlertSilence: silence,
  deleteAlertSilence: silence,
};
