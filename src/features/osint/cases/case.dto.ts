import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, label, line, nullable, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Id, Resource, ResourceDto } from '../../../resources/resource-dto.js';
import {
  type Case,
  type CaseStatus,
  caseStatuses,
  type Evidence,
  type EvidenceEntry,
  MAX_CONTENT_LENGTH,
  type RecordType,
  recordTypes,
} from './case.js';

const title = () => line(1, 200);
const description = () => text(0, 4_000);
const evidenceTitle = () => label(1, 300);
const HASH = /^[0-9a-f]{64}$/;
const sha = () => text(64, 64, HASH, 'a SHA-256 in hexadecimal');
const exampleHash = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

@Dto('A case to open.')
export class NewInvestigationCaseDto {
  @Field('Your name for the case.', title(), { example: 'Ownership of the tanker Eastern Falcon' })
  title!: string;

  @Field('Subject of the case; null or omitted for no description.', optional(nullable(description())), {
    example: 'Who operates the vessel since March?',
  })
  description?: string | null;
}

@Dto('Changes to a case (RFC 7396). Omitted fields are unchanged.')
export class InvestigationCaseChangesDto {
  @Field('Your name for the case.', optional(title()), { example: 'Ownership of the tanker Eastern Falcon' })
  title?: string;

  @Field('Subject of the case; null for no description.', optional(nullable(description())), {
    example: 'Who operates the vessel since March?',
  })
  description?: string | null;

  @Field('`closed` rejects further evidence; `open` accepts it again.', optional(choice(caseStatuses)), {
    example: 'closed',
  })
  status?: CaseStatus;
}

@Resource('An investigation with its evidence.', {
  createdAt: 'When it was opened (UTC).',
  updatedAt: 'When it was last changed (UTC); added evidence changes it.',
  grantable: true,
})
export class InvestigationCaseDto extends ResourceDto {
  @Field('Your name for the case.', title(), { example: 'Ownership of the tanker Eastern Falcon' })
  title!: string;

  @Field('Subject of the case; null for no description.', nullable(description()), {
    example: 'Who operates the vessel since March?',
  })
  description!: string | null;

  @Field('Whether evidence can be added.', choice(caseStatuses), { example: 'open' })
  status!: string;

  @Field('The number of pieces of evidence.', integer(0, 1_000), { example: 1 })
  evidenceCount!: number;

  @Field(
    'The chain hash of the last piece of evidence; null without evidence. Note it elsewhere to recognize a ' +
      'chain that was rebuilt.',
    nullable(sha()),
    {
      example: exampleHash,
    },
  )
  chainHash!: string | null;

  static from(investigation: Case): InvestigationCaseDto {
    return answerOf(InvestigationCaseDto, investigation);
  }
}

export const InvestigationCasePageDto = pageOf(
  InvestigationCaseDto,
  'InvestigationCasePageDto',
  'A page of cases, oldest first.',
);

@Dto(
  'Evidence to add: a record of this service (`recordType`, `recordId`), or a content of your own (`title`, ' +
    '`content`, optionally `url`).',
)
export class NewEvidenceDto {
  @Field('The type of the record. It is captured as it is now.', optional(choice(recordTypes)), {
    omitFromExample: true,
    example: 'vessel',
  })
  recordType?: RecordType;

  @Field(
    'The id of the record: of an event or article its UUID, an MMSI, a 24-bit address, the id of an entry of a ' +
      'sanctions list, a CVE id.',
    optional(text(1, 250)),
    {
      omitFromExample: true,
      example: '352367010',
    },
  )
  recordId?: string;

  @Field('The title; of a record its own by default.', optional(evidenceTitle()), { example: 'Registry extract' })
  title?: string;

  @Field(
    'Where the content is from, as you say; it is not fetched. Null or omitted if unknown.',
    optional(nullable(text(1, 2_000, /^https?:\/\/\S+$/, 'an http or https address'))),
    {
      example: 'https://registry.example/vessels/9008354',
    },
  )
  url?: string | null;

  @Field('The content as plain text; it is stored and hashed exactly as sent.', optional(text(1, MAX_CONTENT_LENGTH)), {
    example: 'Owner since 2026-03-01: Halcyon Tide Shipping Limited.',
  })
  content?: string;
}

@Dto('A piece of evidence without its content.')
export class EvidenceEntryDto {
  @Id() id!: string;

  @Field('Its number in the case, from 1.', integer(1, 1_000), { example: 1 })
  sequenceNumber!: number;

  @Field('The type of the captured record; null for a content of your own.', nullable(choice(recordTypes)), {
    example: null,
  })
  recordType!: string | null;

  @Field('The id of the captured record; null for a content of your own.', nullable(text(1, 250)), { example: null })
  recordId!: string | null;

  @Field('Name of the piece of evidence.', evidenceTitle(), { example: 'Registry extract' })
  title!: string;

  @Field('Where the content is from, as you said; null if unknown.', nullable(text(1, 2_000)), {
    example: 'https://registry.example/vessels/9008354',
  })
  url!: string | null;

  @Field('The media type of the content.', choice(['application/json', 'text/plain']), { example: 'text/plain' })
  mediaType!: string;

  @Field('SHA-256 of the content in UTF-8, in hexadecimal.', sha(), { example: exampleHash })
  sha256!: string;

  @Field('The chain hash of the piece before it; null for the first.', nullable(sha()), { example: null })
  previousHash!: string | null;

  @Field('SHA-256 of this entry together with the hash before it; `docs/osint.md` describes it.', sha(), {
    example: exampleHash,
  })
  chainHash!: string;

  @Field('When it was captured (UTC).', timestamp())
  capturedAt!: string;

  static from(entry: EvidenceEntry): EvidenceEntryDto {
    return fill(new EvidenceEntryDto(), entry);
  }
}

@Dto('A piece of evidence.')
export class EvidenceDto extends EvidenceEntryDto {
  @Field('Id of the case that holds the evidence.', uuid())
  caseId!: string;

  @Field('The content, exactly as hashed.', text(0, MAX_CONTENT_LENGTH), {
    example: 'Owner since 2026-03-01: Halcyon Tide Shipping Limited.',
  })
  content!: string;

  static override from(evidence: Evidence): EvidenceDto {
    const { caseId, content } = evidence;
    return Object.assign(fill(new EvidenceDto(), evidence), { caseId, content });
  }
}

function fill<Target extends EvidenceEntryDto>(target: Target, entry: EvidenceEntry): Target {
  const { id, sequence, recordType, recordId, title, url, mediaType, sha256, previousHash, chainHash, capturedAt } =
    entry;
  const plain = {
    id,
    sequenceNumber: sequence,
    recordType,
    recordId,
    title,
    url,
    mediaType,
    sha256,
    previousHash,
    chainHash,
  };
  return Object.assign(target, { ...plain, capturedAt: capturedAt.toISOString() });
}

export const EvidencePageDto = pageOf(
  EvidenceEntryDto,
  'EvidencePageDto',
  'A page of evidence, in the order of the chain.',
);
