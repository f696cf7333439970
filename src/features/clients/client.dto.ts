import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import { label, line, list, named, nullable, optional, text } from '../../api/rules.js';
import { pageOf } from '../../http/page.js';
import { Resource, ResourceDto, SharedListQuery } from '../../resources/resource-dto.js';
import { currencyCode, knownCurrency } from '../markets/fx/currency-rule.js';
import { blendPattern } from '../portfolios/benchmark-blend.js';
import type { Client } from './client.js';

export const clientName = () => line(1, 100);
export const benchmarkText = () =>
  text(3, 500, blendPattern, 'a symbol such as SPY.US, or several with weights such as SPY.US:0.6,AGG.US:0.4');
const reference = () => nullable(label(1, 100));
const tag = () => named(text(1, 50, /^[^\s,](?:[^,\u0000]*[^\s,])?$/u, 'a tag of 1 to 50 characters without commas'));
const tags = () => list(tag(), 20);

const says = {
  name: 'The name of the client.',
  reference: 'Your own reference for the client; null without one.',
  currency: 'The currency of the figures of the client by default (ISO 4217).',
  benchmark:
    'The benchmark of reports: a symbol, or several with weights (`SPY.US:0.6,AGG.US:0.4`), rebalanced daily; ' +
    'null for no comparison.',
  tags: 'Tags, in lower case; duplicates are removed. Control characters and line breaks are kept as spaces.',
};

@Dto('A client to create.')
export class NewClientDto {
  @Field(says.name, clientName(), { example: 'Ada Lovelace' })
  name!: string;

  @Field(says.reference, optional(reference()), { example: 'C-1042' })
  reference?: string | null;

  @Field(`${says.currency} Default: the base currency of your preferences.`, optional(knownCurrency()), {
    example: 'EUR',
  })
  currency?: string;

  @Field(says.benchmark, optional(nullable(benchmarkText())), { example: 'SPY.US' })
  benchmark?: string | null;

  @Field(says.tags, optional(tags()), { default: [], example: ['pension', 'low risk'] })
  tags: string[] = [];
}

@Dto('Changes to a client (RFC 7396). Omitted fields are unchanged.')
export class ClientChangesDto {
  @Field(says.name, optional(clientName()), { example: 'Ada Lovelace' })
  name?: string;

  @Field(says.reference, optional(reference()), { example: 'C-1042' })
  reference?: string | null;

  @Field(says.currency, optional(knownCurrency()), { example: 'EUR' })
  currency?: string;

  @Field(says.benchmark, optional(nullable(benchmarkText())), { example: 'SPY.US' })
  benchmark?: string | null;

  @Field(`${says.tags} Null for no tags.`, optional(nullable(tags())), { example: ['pension', 'low risk'] })
  tags?: string[] | null;
}

@Dto('The clients to list.')
export class ClientQuery extends SharedListQuery {
  @Field('Only clients with all of these tags, case-insensitive.', optional(tags()), { example: ['pension'] })
  tag?: string[];
}

@Resource('A client.', {
  updatedAt: 'When it was last changed (UTC); portfolios, notes and the mandate do not count.',
  grantable: true,
})
export class ClientDto extends ResourceDto {
  @Field(says.name, clientName(), { example: 'Ada Lovelace' })
  name!: string;

  @Field(says.reference, reference(), { example: 'C-1042' })
  reference!: string | null;

  @Field(says.currency, currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field(says.benchmark, nullable(benchmarkText()), { example: 'SPY.US' })
  benchmark!: string | null;

  @Field('Tags, in lower case.', tags(), { example: ['pension', 'low risk'] })
  tags!: string[];

  static from(client: Client): ClientDto {
    return answerOf(ClientDto, client);
  }
}

export const ClientPageDto = pageOf(ClientDto, 'ClientPageDto', 'A page of clients, oldest first.');
