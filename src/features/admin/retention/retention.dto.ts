import { Dto, Field } from '../../../api/field.js';
import { flag, integer, objects, optional, text } from '../../../api/rules.js';
import type { RetentionCount } from './retention.service.js';

@Dto('Options for the retention run.')
export class RetentionRequest {
  @Field('True counts only; nothing is deleted.', optional(flag()), { default: false, example: true })
  dryRun: boolean = false;
}

@Dto('Rows of a table that are past their retention.')
export class RetentionCountDto {
  @Field('Name of the table.', text(1, 63), { example: 'events' })
  table!: string;

  @Field(
    'Number of rows past their retention, without rows of other tables that are deleted with them.',
    integer(0, 9_007_199_254_740_991),
    {
      example: 18_204,
    },
  )
  rowCount!: number;

  @Field('Name of the job that deletes them.', text(1, 100), { example: 'events.forget-old' })
  job!: string;
}

@Dto('Data past its retention, by table.')
export class RetentionResultDto {
  @Field('True when nothing is deleted; false when the jobs that delete the rows are queued.', flag(), {
    example: true,
  })
  dryRun!: boolean;

  @Field('One entry for each table with limited retention.', objects(RetentionCountDto, 100))
  tables!: RetentionCountDto[];

  static of(dryRun: boolean, found: readonly RetentionCount[]): RetentionResultDto {
    const tables = found.map(({ table, rows, job }) =>
      Object.assign(new RetentionCountDto(), { table, rowCount: rows, job }),
    );
    return Object.assign(new RetentionResultDto(), { dryRun, tables });
  }
}
