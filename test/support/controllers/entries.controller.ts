import { Authorized, Body, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../src/api/endpoint.js';
import { Dto, Field } from '../../../src/api/field.js';
import { Problem } from '../../../src/api/problem.js';
import { integer, text } from '../../../src/api/rules.js';
import { Database } from '../../../src/database/database.js';
import { type Caller, CurrentCaller } from '../../../src/http/caller.js';
import { Reply } from '../../../src/http/reply.js';
import { Gate } from './gate.js';

@Dto('A line to write down.')
export class NewEntry {
  @Field('What to write. `fail` and `crash` are refused after writing, `wait` waits at the gate.', text(1, 50), {
    example: 'tea',
  })
  note!: string;
}

@Dto('A line that was written down.')
export class EntryDto {
  @Field('How many lines the account has now.', integer(0, 1_000_000), { example: 1 })
  count!: number;
}

/** Statement that creates the table of the entries; tests that need the table run it. */
export const entriesTable = 'create table entries (account_id uuid not null, note text not null)';

/** Adds entries that tests can count, to check how often a request had an effect. */
@Service()
@Authorized()
@JsonController('/entries')
export class EntriesController {
  constructor(
    private readonly database: Database,
    private readonly gate: Gate,
  ) {}

  @Post('')
  @Endpoint({
    summary: 'Write a line',
    description: 'Counts.',
    returns: EntryDto,
    status: 201,
    idempotent: true,
    errors: ['conflict'],
  })
  async writeEntry(@CurrentCaller() { accountId }: Caller, @Body() { note }: NewEntry): Promise<Reply> {
    return this.database.transaction(async (tx) => {
      await tx.execute(`insert into entries values ('${accountId}', '${note.replaceAll("'", '')}')`);
      if (note === 'wait') await this.gate.pass();
      if (note === 'fail') throw new Problem('conflict', { detail: 'Refused after writing.' });
      if (note === 'crash') throw new TypeError('crashed after writing');
      const { rows } = await tx.execute<{ count: string }>(
        `select count(*) from entries where account_id = '${accountId}'`,
      );
      return Reply.created(Object.assign(new EntryDto(), { count: Number(rows[0]?.count) }), '/api/v1/entries');
    });
  }
}
