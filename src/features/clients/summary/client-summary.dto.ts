import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { flag, integer, nullable, number, objects, optional, text, timestamp, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode, knownCurrency } from '../../markets/fx/currency-rule.js';
import { money } from '../../portfolios/lots/rounding.js';
import { clientName } from '../client.dto.js';
import { breachCountOf } from '../mandate/mandate-check.js';
import {
  amount,
  breaches,
  breachesOf,
  ClientWarningDto,
  limits,
  limitsOf,
  limitsText,
  MandateBreachDto,
  MandateLimitCheckDto,
  warnings,
  warningsOf,
} from './client-figures.dto.js';
import type { ClientSummary, SummarizedClient } from './client-summary.service.js';

const MAX_CLIENTS = 2_000;
const inCurrency = 'in the currency of the response';
const driftText =
  'The fraction of the value that would have to be traded to reach the target of the mandate (0.05 is 5 %); null ' +
  'without a target or a value.';

@Dto('In which currency.')
export class ClientSummaryQuery {
  @Field(
    'The currency of all amounts (ISO 4217); by default that of your oldest client, and USD without clients.',
    optional(knownCurrency()),
    {
      example: 'EUR',
    },
  )
  currency?: string;
}

@Dto('The holdings of a client now.')
export class ClientSummaryItemDto {
  @Field('The client, as in `GET /clients/{id}`.', uuid())
  clientId!: string;

  @Field('The name of the client.', clientName(), { example: 'Ada Lovelace' })
  name!: string;

  @Field('Your own reference for the client; null without one.', nullable(text(1, 100)), { example: 'C-1042' })
  reference!: string | null;

  @Field('Number of portfolios of the client.', integer(0, 100_000), { example: 3 })
  portfolioCount!: number;

  @Field(
    `Value of all portfolios of the client ${inCurrency}; what cannot be valued is left out and listed in \`warnings\`.`,
    amount(),
    {
      example: '125000.00',
    },
  )
  value!: string;

  @Field(`Cash of all portfolios of the client ${inCurrency}.`, amount(), { example: '2500.00' })
  cashValue!: string;

  @Field('Whether the client has a mandate.', flag(), { example: true })
  hasMandate!: boolean;

  @Field(driftText, nullable(number(0)), { example: 0.04 })
  drift!: number | null;

  @Field('Number of breaches of the mandate: `breaches`, and breached limits of groups.', integer(0, 1_000_000), {
    example: 0,
  })
  breachCount!: number;

  @Field(
    'Number of limits that could not be verified, as facts, prices or what funds hold is unknown; `warnings` says why.',
    integer(0, 1_000),
    { example: 0 },
  )
  unverifiedLimitCount!: number;

  @Field('Breaches of the mandate, at most 100.', breaches(), { example: [] })
  breaches!: MandateBreachDto[];

  @Field(limitsText, limits(), { example: [] })
  limits!: MandateLimitCheckDto[];

  @Field('Missing or doubtful inputs of the figures, at most 100.', warnings(), { example: [] })
  warnings!: ClientWarningDto[];

  static from({
    client: { id, name, reference },
    portfolioCount,
    mandate,
    figures,
  }: SummarizedClient): ClientSummaryItemDto {
    const { currency, value, cashValue, check, warnings } = figures;
    return Object.assign(new ClientSummaryItemDto(), {
      clientId: id,
      name,
      reference,
      portfolioCount,
      value: money(value, currency),
      cashValue: money(cashValue, currency),
      hasMandate: mandate !== undefined,
      drift: check?.drift ?? null,
      breachCount: check === null ? 0 : breachCountOf(check),
      unverifiedLimitCount: check?.limits.filter(({ state }) => state === 'unverified').length ?? 0,
      breaches: breachesOf(check?.breaches ?? []),
      limits: limitsOf(check?.limits ?? []),
      warnings: warningsOf(warnings),
    });
  }
}

@Dto('The holdings of all clients now.')
export class ClientSummaryDto {
  @Field('When it was computed (UTC).', timestamp())
  asOf!: string;

  @Field('The currency of all amounts (ISO 4217).', currencyCode(), { example: 'EUR' })
  currency!: string;

  @Field('Assets under management: the value of the portfolios of all clients.', amount(), { example: '125000.00' })
  value!: string;

  @Field('Cash of all clients.', amount(), { example: '2500.00' })
  cashValue!: string;

  @Field('Number of clients.', integer(0, MAX_CLIENTS), { example: 1 })
  clientCount!: number;

  @Field('Number of portfolios that are held for clients.', integer(0, 100_000), { example: 3 })
  portfolioCount!: number;

  @Field('Number of clients with at least one breach of their mandate.', integer(0, MAX_CLIENTS), { example: 0 })
  clientsInBreachCount!: number;

  @Field('The clients, the oldest first.', objects(ClientSummaryItemDto, MAX_CLIENTS))
  items!: ClientSummaryItemDto[];

  @SinglePageCursor()
  nextCursor!: null;

  static from({ asOf, currency, value, cashValue, clients }: ClientSummary): ClientSummaryDto {
    const items = clients.map(ClientSummaryItemDto.from);
    return Object.assign(new ClientSummaryDto(), {
      asOf: asOf.toISOString(),
      currency,
      value: money(value, currency),
      cashValue: money(cashValue, currency),
      clientCount: items.length,
      portfolioCount: items.reduce((sum, { portfolioCount }) => sum + portfolioCount, 0),
      clientsInBreachCount: items.filter(({ breachCount }) => breachCount > 0).length,
      items,
      nextCursor: null,
    });
  }
}

const columns = [
  'clientId',
  'name',
  'reference',
  'portfolioCount',
  'currency',
  'value',
  'cashValue',
  'hasMandate',
  'drift',
  'breachCount',
  'breaches',
];

/** Returns the summary as a table with a row for each client; breaches are sentences in one cell. */
export function summaryTable({ currency, items }: ClientSummaryDto): CsvTable {
  const rows = items.map(
    ({
      clientId,
      name,
      reference,
      portfolioCount,
      value,
      cashValue,
      hasMandate,
      drift,
      breachCount,
      breaches: found,
      limits: checked,
    }) => [
      clientId,
      name,
      reference,
      portfolioCount,
      currency,
      value,
      cashValue,
      hasMandate,
      drift,
      breachCount,
      [...found, ...checked.filter(({ by, state }) => by !== 'instrument' && state === 'breached')]
        .map(({ detail }) => detail)
        .join(' '),
    ],
  );
  return { columns, rows };
}
