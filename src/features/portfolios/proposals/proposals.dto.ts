import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, list, nullable, objects, optional, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { currencyCode } from '../../markets/fx/currency-rule.js';
import { units } from '../lots/rounding.js';
import { symbol } from '../portfolio.dto.js';
import { decimal, TransactionDto } from '../transactions/transaction.dto.js';
import type { Transaction } from '../transactions/transaction.js';
import { MAX_PROPOSALS, type Proposal, type Proposals } from './missing-actions.js';

const proposalId = () => text(1, 100);

@Dto('A dividend or split that the ledger of a portfolio does not contain.')
export class TransactionProposalDto {
  @Field('Identifies the proposal: its type, its symbol and the ex-day.', proposalId(), {
    example: 'dividend:KO.US:2026-09-15',
  })
  id!: string;

  @Field('The type of the transaction.', choice(['dividend', 'split']), { example: 'dividend' })
  type!: string;

  @Field('The instrument.', symbol(), { example: 'KO.US' })
  symbol!: string;

  @Field('The ex-day.', day(), { example: '2026-09-15' })
  day!: string;

  @Field('The day of the transaction: of the payment of a dividend if it is known, otherwise the ex-day.', day(), {
    example: '2026-10-01',
  })
  bookedOn!: string;

  @Field('Units held before the ex-day; for a split, new units for each old one.', decimal(), { example: '40' })
  quantity!: string;

  @Field('Dividend for each unit; null for a split.', nullable(decimal()), { example: '0.51' })
  price!: string | null;

  @Field('Gross dividend; null for a split.', nullable(decimal()), { example: '20.40' })
  amount!: string | null;

  @Field('The currency of the instrument.', currencyCode(), { example: 'USD' })
  currency!: string;

  @Field('The provider of the dividend or split; `simulator` for simulated ones.', text(1, 50), { example: 'eodhd' })
  provider!: string;

  @Field('Whether it is simulated.', flag(), { example: false })
  simulated!: boolean;

  static from({ quantity, price, amount, ...proposal }: Proposal): TransactionProposalDto {
    return Object.assign(new TransactionProposalDto(), {
      ...proposal,
      quantity: units(quantity),
      price: price?.toFixed() ?? null,
      amount: amount?.toFixed() ?? null,
      simulated: proposal.provider === 'simulator',
    });
  }
}

@Dto('A symbol whose dividends and splits are unknown.')
export class ProposalErrorDto {
  @Field('Symbol whose dividends and splits could not be read.', symbol(), { example: 'VOD.LSE' })
  symbol!: string;

  @Field('The reason and its remedy.', text(1, 300), {
    example: 'The providers of splits and dividends are not answering. Try again in a moment.',
  })
  detail!: string;
}

@Dto('Dividends and splits that the ledger of a portfolio does not contain.')
export class TransactionProposalListDto {
  @Field('The proposals, by ex-day, earliest first.', objects(TransactionProposalDto, MAX_PROPOSALS))
  items!: TransactionProposalDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('The symbols that could not be checked.', objects(ProposalErrorDto, 10_000), { example: [] })
  errors!: ProposalErrorDto[];

  static from({ proposals, missing }: Proposals): TransactionProposalListDto {
    const items = proposals.map(TransactionProposalDto.from);
    return Object.assign(new TransactionProposalListDto(), { items, errors: missing });
  }
}

@Dto('The proposals to book.')
export class ProposalAcceptanceDto {
  @Field('Ids of proposals. Default: all.', optional(list(proposalId(), MAX_PROPOSALS, 1)), {
    omitFromExample: true,
    example: ['dividend:KO.US:2026-09-15'],
  })
  ids?: string[];
}

@Dto('The transactions that were booked.')
export class ProposalAcceptanceResultDto {
  @Field('The transactions, in the order of the proposals.', objects(TransactionDto, MAX_PROPOSALS))
  items!: TransactionDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(transactions: readonly Transaction[]): ProposalAcceptanceResultDto {
    return Object.assign(new ProposalAcceptanceResultDto(), { items: transactions.map(TransactionDto.from) });
  }
}
