import { plainToInstance } from 'class-transformer';
import { validateOrReject } from 'class-validator';
import type { Context } from 'koa';
import { Ctx, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../src/api/endpoint.js';
import { Dto, Field } from '../../../src/api/field.js';
import { text } from '../../../src/api/rules.js';
import { Database } from '../../../src/database/database.js';
import { Gate } from './gate.js';

@Dto('Where a request came from.')
export class OriginDto {
  @Field('The address of the caller.', text(1, 100), { example: '203.0.113.7' })
  address!: string;
}

/** Fails in the ways in which a service can fail, to test the responses that callers get. */
@Service()
@Public()
@JsonController('/faults')
export class FaultsController {
  constructor(
    private readonly database: Database,
    private readonly gate: Gate,
  ) {}

  @Get('/sql')
  @Endpoint({ summary: 'Ask the database nonsense', description: 'A syntax error.' })
  async askNonsense(): Promise<void> {
    await this.database.query('selekt secret_column from secret_table');
  }

  @Get('/null')
  @Endpoint({ summary: 'Read a field of nothing', description: 'A TypeError.' })
  readNothing(): void {
    (null as unknown as { field: () => void }).field();
  }

  @Get('/validator')
  @Endpoint({ summary: 'Validate inside', description: 'A list of validation errors is thrown, which is no Error.' })
  async validateInside(): Promise<void> {
    await validateOrReject(plainToInstance(OriginDto, { address: 4711, hunter2: true }));
  }

  @Get('/text')
  @Endpoint({ summary: 'Throw text', description: 'Thrown text is no Error either.' })
  throwText(): void {
    throw '/etc/watchfloor/secret-file was not found';
  }

  @Get('/wait')
  @Endpoint({ summary: 'Wait', description: 'Waits at the gate.' })
  async waitAtGate(): Promise<void> {
    await this.gate.pass();
  }

  @Get('/spin')
  @Endpoint({ summary: 'Hold up the event loop', description: 'For longer than a second.' })
  holdUp(): void {
    const until = performance.now() + 1_100;
    while (performance.now() < until);
  }

  @Get('/origin')
  @Endpoint({ summary: 'Tell the address', description: 'As the service believes it.', returns: OriginDto })
  tellOrigin(@Ctx() ctx: Context): OriginDto {
    return Object.assign(new OriginDto(), { address: ctx.ip });
  }
}
