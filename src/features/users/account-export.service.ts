import { Service } from 'typedi';
import type { Account } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { AuditLog, type RecordedAuditEntry } from '../../audit/audit-log.js';
import { Clock } from '../../clock.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { EventLog } from '../../events/event-log.js';
import type { EventEnvelope } from '../../events/logged-event.js';
import type { Caller, RequestOrigin } from '../../http/caller.js';
import type { Session } from '../auth/session.js';
import { SessionsService } from '../auth/sessions.service.js';
import type { Geofence } from '../geospatial/geofences/geofence.js';
import { GeofencesService } from '../geospatial/geofences/geofences.service.js';
import type { Pin } from '../geospatial/pins/pin.js';
import { PinsService } from '../geospatial/pins/pins.service.js';
import type { Watchlist } from '../markets/watchlists/watchlist.js';
import { WatchlistsService } from '../markets/watchlists/watchlists.service.js';
import type { Subscription } from '../subscriptions/subscription.js';
import { SubscriptionsService } from '../subscriptions/subscriptions.service.js';
import type { Endpoint } from '../webhooks/endpoint.js';
import { EndpointsService } from '../webhooks/endpoints.service.js';

const MAX_ACTIVITY = 10_000;
const MAX_EVENTS = 10_000;
/** More than the ceilings of an account can be set to. */
const MAX_ITEMS = 100_000;

export interface AccountExport {
  exportedAt: Date;
  account: Account;
  sessions: Session[];
  currentSessionId: string;
  activity: RecordedAuditEntry[];
  events: EventEnvelope[];
  subscriptions: Subscription[];
  webhookEndpoints: Endpoint[];
  watchlists: Watchlist[];
  pins: Pin[];
  geofences: Geofence[];
}

@Service()
export class AccountExportService {
  constructor(
    private readonly accounts: AccountsService,
    private readonly sessions: SessionsService,
    private readonly audit: AuditLog,
    private readonly events: EventLog,
    private readonly envelopes: EventEnvelopes,
    private readonly subscriptions: SubscriptionsService,
    private readonly endpoints: EndpointsService,
    private readonly watchlists: WatchlistsService,
    private readonly pins: PinsService,
    private readonly geofences: GeofencesService,
    private readonly clock: Clock,
  ) {}

  /** Adds to the audit record that it was exported, by whom and from where. */
  async collect({ accountId, sessionId }: Caller, { address, requestId }: RequestOrigin): Promise<AccountExport> {
    const account = await this.accounts.get(accountId);
    const sessions = await this.sessions.list(accountId);
    const activity = await this.audit.list({ actorId: accountId, subject: accountId }, MAX_ACTIVITY);
    const events = (await this.events.own(accountId, MAX_EVENTS)).map((event) => this.envelopes.of(event));
    const subscriptions = await this.subscriptions.list(accountId, MAX_ITEMS);
    const webhookEndpoints = await this.endpoints.list(accountId, MAX_ITEMS);
    const watchlists = await this.watchlists.list(accountId, MAX_ITEMS);
    const pins = await this.pins.list(accountId, undefined, MAX_ITEMS);
    const geofences = await this.geofences.list(accountId, MAX_ITEMS);
    const about = { exportedAt: new Date(this.clock.now()), account, sessions, currentSessionId: sessionId };
    await this.audit.append({ actorId: accountId, action: 'user.exported', subject: accountId, address, requestId });
    return { ...about, activity, events, subscriptions, webhookEndpoints, watchlists, pins, geofences };
  }
}
