import type { RecordedAuditEntry } from '../../audit/audit-log.js';
import { CloudEventDto } from '../../events/event.dto.js';
import { Dto, Field } from '../../openapi/field.js';
import { list, nullable, object, text, timestamp } from '../../openapi/rules.js';
import { SessionDto } from '../auth/session.dto.js';
import { GeofenceDto } from '../geospatial/geofences/api/geofence.dto.js';
import { PinDto } from '../geospatial/pins/pin.dto.js';
import { WatchlistDto } from '../markets/watchlists/watchlist.dto.js';
import { SubscriptionDto } from '../subscriptions/subscription.dto.js';
import { WebhookEndpointDto } from '../webhooks/endpoint.dto.js';
import type { AccountExport } from './account-export.service.js';
import { PreferencesDto } from './preferences.dto.js';
import { UserDto } from './user.dto.js';

@Dto('Something that was done by the account or to it.')
export class ActivityDto {
  @Field('When (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  at!: string;

  @Field('What, as a dotted verb.', text(1, 100), { example: 'user.signed_in' })
  action!: string;

  @Field('From which address; null when it was the service itself.', nullable(text(1, 64)), { example: '203.0.113.7' })
  address!: string | null;

  static from({ at, action, address }: RecordedAuditEntry): ActivityDto {
    return Object.assign(new ActivityDto(), { at: at.toISOString(), action, address });
  }
}

@Dto('Everything kept about an account.')
export class AccountExportDto {
  @Field('When the export was made (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  exportedAt!: string;

  @Field(
    'The account.',
    object(() => UserDto),
  )
  user!: UserDto;

  @Field(
    'Its preferences.',
    object(() => PreferencesDto),
  )
  preferences!: PreferencesDto;

  @Field(
    'Its sessions.',
    list(
      object(() => SessionDto),
      1000,
    ),
  )
  sessions!: SessionDto[];

  @Field(
    'What was done by the account or to it, newest first.',
    list(
      object(() => ActivityDto),
      10_000,
    ),
  )
  activity!: ActivityDto[];

  @Field(
    'The events that concern the account alone, latest first.',
    list(
      object(() => CloudEventDto),
      10_000,
    ),
  )
  events!: CloudEventDto[];

  @Field(
    'Its subscriptions.',
    list(
      object(() => SubscriptionDto),
      100_000,
    ),
  )
  subscriptions!: SubscriptionDto[];

  @Field(
    'Its webhook endpoints, without their secrets.',
    list(
      object(() => WebhookEndpointDto),
      100_000,
    ),
  )
  webhookEndpoints!: WebhookEndpointDto[];

  @Field(
    'Its watchlists.',
    list(
      object(() => WatchlistDto),
      100_000,
    ),
  )
  watchlists!: WatchlistDto[];

  @Field(
    'Its pins that have not expired.',
    list(
      object(() => PinDto),
      100_000,
    ),
  )
  pins!: PinDto[];

  @Field(
    'Its geofences.',
    list(
      object(() => GeofenceDto),
      100_000,
    ),
  )
  geofences!: GeofenceDto[];

  static from(exported: AccountExport): AccountExportDto {
    const { exportedAt, account, sessions, currentSessionId, activity, events, subscriptions, webhookEndpoints, watchlists, pins, geofences } = exported;
    return Object.assign(new AccountExportDto(), {
      exportedAt: exportedAt.toISOString(),
      user: UserDto.from(account),
      preferences: PreferencesDto.from(account),
      sessions: sessions.map((session) => SessionDto.from(session, currentSessionId)),
      activity: activity.map(ActivityDto.from),
      events: events.map(CloudEventDto.from),
      subscriptions: subscriptions.map(SubscriptionDto.from),
      webhookEndpoints: webhookEndpoints.map(WebhookEndpointDto.from),
      watchlists: watchlists.map(WatchlistDto.from),
      pins: pins.map(PinDto.from),
      geofences: geofences.map(GeofenceDto.from),
    });
  }
}
