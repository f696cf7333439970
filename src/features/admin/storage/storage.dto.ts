import { Dto, Field } from '../../../api/field.js';
import { integer, nullable, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { StorageUse } from './storage.service.js';

const bytes = () => integer(0, 9_007_199_254_740_991);

@Dto('The size of a table, its partitions included.')
export class TableSizeDto {
  @Field('Schema of the database: `public` for the data of the service, `jobs` for its queues.', text(1, 63), {
    example: 'public',
  })
  schema!: string;

  @Field('Name of the table.', text(1, 63), { example: 'events' })
  table!: string;

  @Field('Approximate number of rows, as of the last vacuum or analyze; 0 before the first.', bytes(), {
    example: 1_250_000,
  })
  rowCount!: number;

  @Field('Size of the rows in bytes.', bytes(), { example: 734_003_200 })
  dataBytes!: number;

  @Field('Size of the indexes in bytes.', bytes(), { example: 209_715_200 })
  indexBytes!: number;
}

@Dto('The disk space that the database takes, table by table.')
export class DatabaseStorageDto {
  @Field('Size of the whole database in bytes, with what belongs to no table listed here.', bytes(), {
    example: 1_073_741_824,
  })
  databaseBytes!: number;

  @Field(
    'Free bytes on the disk of the private database; null for your own PostgreSQL, whose disk the service does ' +
      'not see.',
    nullable(bytes()),
    {
      example: 21_474_836_480,
    },
  )
  freeBytes!: number | null;

  @Field('Time whose state the last `watchfloor backup` holds (UTC); null without a backup.', nullable(timestamp()), {
    example: '2026-11-20T03:00:00.000Z',
  })
  lastBackupAt!: string | null;

  @Field('The tables, largest first.', objects(TableSizeDto, 1000))
  items!: TableSizeDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ databaseBytes, freeBytes, lastBackupAt, tables }: StorageUse): DatabaseStorageDto {
    const items = tables.map(({ schema, table, estimatedRows, dataBytes, indexBytes }) =>
      Object.assign(new TableSizeDto(), { schema, table, rowCount: estimatedRows, dataBytes, indexBytes }),
    );
    return Object.assign(new DatabaseStorageDto(), {
      databaseBytes,
      freeBytes: freeBytes ?? null,
      lastBackupAt: lastBackupAt?.toISOString() ?? null,
      items,
    });
  }
}
