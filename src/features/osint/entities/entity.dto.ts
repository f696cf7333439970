import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../../api/rules.js';
import { OrderField, PageQuery, pageOf } from '../../../http/page.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { Order } from '../../../time/sort-order.js';
import type { Aircraft } from '../../geospatial/aircraft.js';
import { idOf } from '../../geospatial/layer.js';
import type { Vessel } from '../../geospatial/vessel.js';
import { SanctionedEntityDto, SanctionsMatchDto } from '../sanctions/sanctions.dto.js';
import { VulnerabilityDto } from '../vulnerabilities/vulnerability.dto.js';
import { type EntityProfile, type EntitySummary, type Mention, type PageKind, pageKinds } from './entity.js';

const entityId = () => text(3, 250);

@Dto('The entities to list.')
export class EntitiesQuery {
  @Field(
    'A name, or an identifier such as an MMSI, an IMO number, a CVE id, a domain or the address of a wallet.',
    text(1, 200),
    { example: 'Eastern Falcon' },
  )
  q!: string;

  @Field('Only these kinds.', optional(list(choice(pageKinds), pageKinds.length)), {
    omitFromExample: true,
    example: ['vessel'],
  })
  type?: PageKind[];

  @Field('Maximum number of entities.', optional(integer(1, 50)), { default: 20, example: 20 })
  limit: number = 20;
}

@Dto('An entity that was found.')
export class EntitySummaryDto {
  @Field('Identifier, `<kind>:<id>`.', entityId(), { example: 'vessel:352367010' })
  id!: string;

  @Field('Kind of the entity.', choice(pageKinds), { example: 'vessel' })
  type!: string;

  @Field('Main name of the entity.', text(1, 400), { example: 'EASTERN FALCON' })
  name!: string;

  @Field('Where it was found, as a sentence.', text(1, 200), { example: 'Vessel in live state.' })
  detail!: string;

  @Field('Strength of the match, 0 to 1.', number(0, 1), { example: 1 })
  score!: number;

  static from({ id, kind, name, detail, score }: EntitySummary): EntitySummaryDto {
    return Object.assign(new EntitySummaryDto(), {
      id,
      type: kind,
      name: name.slice(0, 400),
      detail,
      score: Math.round(score * 1000) / 1000,
    });
  }
}

@Dto('The entities found.')
export class EntityListDto {
  @Field('The entities, best first.', objects(EntitySummaryDto, 50))
  items!: EntitySummaryDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(found: readonly EntitySummary[]): EntityListDto {
    return Object.assign(new EntityListDto(), { items: found.map(EntitySummaryDto.from) });
  }
}

@Dto('The live state of an entity.')
export class EntityLiveDto {
  @Field('Latitude in degrees; null without a position.', nullable(number(-90, 90)), { example: 51.95 })
  lat!: number | null;

  @Field('Longitude in degrees; null without a position.', nullable(number(-180, 180)), { example: 4.05 })
  lon!: number | null;

  @Field('When it was there (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  observedAt!: string;

  @Field('The provider of the report; `simulator` data is not real.', text(1, 50), { example: 'simulator' })
  provider!: string;

  @Field('Whether the report is simulated.', flag(), { example: true })
  simulated!: boolean;

  @Field('The path of its live state.', text(1, 200), { example: '/api/v1/geospatial/vessels/352367010' })
  href!: string;

  @Field('The path of its track.', text(1, 200), { example: '/api/v1/geospatial/vessels/352367010/track' })
  trackHref!: string;

  static from(object: Vessel | Aircraft): EntityLiveDto {
    const layer = 'shipTypeCode' in object ? 'vessels' : 'aircraft';
    const href = `/api/v1/geospatial/${layer}/${encodeURIComponent(idOf(layer, object.key))}`;
    const { position, observedAt, provider } = object;
    const place = {
      lat: position?.lat ?? null,
      lon: position?.lon ?? null,
      observedAt: new Date(observedAt).toISOString(),
    };
    return Object.assign(new EntityLiveDto(), {
      ...place,
      provider,
      simulated: provider === 'simulator',
      href,
      trackHref: `${href}/track`,
    });
  }
}

@Dto('An article or an event that mentions an entity.')
export class MentionDto {
  @Field('Type of the record that mentions the entity.', choice(['article', 'event']), { example: 'article' })
  type!: string;

  @Field('The id of the article or event.', text(1, 100), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  id!: string;

  @Field('Title of the article or event.', text(0, 1_000), { example: 'Tanker Eastern Falcon leaves Rotterdam' })
  title!: string;

  @Field('When it was published, or when it happened (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  time!: string;

  @Field('The name of the publication, or the type of the event.', text(1, 200), { example: 'Harbor Gazette' })
  source!: string;

  @Field('The address of the article; null for an event, or if unknown.', nullable(text(1, 4_000)), { example: null })
  url!: string | null;

  @Field('The path of the article or event.', text(1, 200), {
    example: '/api/v1/news/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  href!: string;

  static from({ kind, id, title, time, source, url }: Mention): MentionDto {
    const href = kind === 'article' ? `/api/v1/news/${id}` : `/api/v1/timeline/${id}`;
    return Object.assign(new MentionDto(), {
      type: kind,
      id,
      title: title.slice(0, 1_000),
      time: time.toISOString(),
      source: source.slice(0, 200),
      url,
      href,
    });
  }
}

@Dto('The page of mentions, and its order.')
export class MentionsQuery extends PageQuery {
  @OrderField('by time', 'desc')
  order: Order = 'desc';
}

export const MentionPageDto = pageOf(MentionDto, 'MentionPageDto', 'A page of mentions.');

@Dto('An entity with its live state, sanctions, vulnerability and latest mentions.')
export class EntityProfileDto {
  @Field('Identifier, `<kind>:<id>`.', entityId(), { example: 'vessel:352367010' })
  id!: string;

  @Field('Kind of the entity.', choice(pageKinds), { example: 'vessel' })
  type!: string;

  @Field('Main name of the entity.', text(1, 400), { example: 'EASTERN FALCON' })
  name!: string;

  @Field('Other identifiers of the same entity.', list(text(3, 500), 200), {
    example: ['imo:9008354', 'sanctioned:simulator:vessel-1'],
  })
  alsoKnownAs!: string[];

  @Field(
    'Its live state; null if it is not a vessel or aircraft, or does not report.',
    nullable(object(() => EntityLiveDto)),
  )
  live!: EntityLiveDto | null;

  @Field(
    'The entry of the sanctions list, for an entity that is listed itself; null for other entities.',
    nullable(object(() => SanctionedEntityDto)),
  )
  listed!: SanctionedEntityDto | null;

  @Field('Entries of sanctions lists that match it, best first.', objects(SanctionsMatchDto, 50))
  sanctions!: SanctionsMatchDto[];

  @Field('The entry of a CVE id in the catalogs; null for other entities.', nullable(object(() => VulnerabilityDto)))
  vulnerability!: VulnerabilityDto | null;

  @Field(
    'The latest articles and events that mention it; `GET /osint/entities/{id}/mentions` lists all.',
    objects(MentionDto, 10),
  )
  mentions!: MentionDto[];

  static from({
    id,
    kind,
    name,
    alsoKnownAs,
    live,
    listed,
    sanctions,
    vulnerability,
    mentions,
  }: EntityProfile): EntityProfileDto {
    return Object.assign(new EntityProfileDto(), {
      id,
      type: kind,
      name: name.slice(0, 400),
      alsoKnownAs: alsoKnownAs.slice(0, 200),
      live: live && EntityLiveDto.from(live),
      listed: listed && SanctionedEntityDto.from(listed),
      sanctions: sanctions.slice(0, 50).map(SanctionsMatchDto.from),
      vulnerability: vulnerability && VulnerabilityDto.from(vulnerability),
      mentions: mentions.map(MentionDto.from),
    });
  }
}
