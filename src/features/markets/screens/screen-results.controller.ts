import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { momentOf } from '../companies/known-at.js';
import { pageOfMatches } from './evaluate-screen.js';
import { ScreenDefinitionDto } from './screen.dto.js';
import type { ScreenDefinition } from './screen.js';
import { ScreenFieldListDto } from './screen-field.dto.js';
import { fieldKinds } from './screen-fields.js';
import { definitionOf } from './screen-plan.js';
import { ScreenResultDto, ScreenResultPageDto, ScreenResultsQuery } from './screen-result.dto.js';
import { ScreenRunService } from './screen-run.service.js';
import { ScreensService } from './screens.records.js';

const behavior =
  'A comparison with a missing value is neither true nor false: `undecidedCount` counts the instruments whose result depends ' +
  'on one, and `missing` says which values are missing and why. Figures that are not in memory are read in the ' +
  'background; `loadingCount` counts the instruments to which this applies after three seconds, and `loadingSeconds` ' +
  'estimates when they are read. Prices and indicators are those of the last day (UTC) that has ended, adjusted for ' +
  'splits. With `knownAt`, figures of companies are those published by then, and prices those of the days before.';

@Service()
@Authorized()
@JsonController('/markets/screens')
export class ScreenResultsController {
  constructor(
    private readonly screens: ScreensService,
    private readonly runs: ScreenRunService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/fields')
  @Endpoint({
    summary: 'List the fields of screens',
    description: 'Returns the fields that screens compare, sort by or show, with their units and parameters.',
    returns: ScreenFieldListDto,
  })
  listScreenFields(): ScreenFieldListDto {
    return ScreenFieldListDto.from(fieldKinds);
  }

  @Post('/evaluate')
  @Endpoint({
    summary: 'Evaluate a screen',
    description: `Returns the instruments for which a condition is true, without saving it. ${behavior}`,
    returns: ScreenResultPageDto,
    status: 200,
    scope: 'read',
    emptyBody: true,
    lane: 'reads',
    errors: ['not_found', 'unprocessable'],
  })
  evaluateScreen(
    @CurrentCaller() { accountId }: Caller,
    @Body() definition: ScreenDefinitionDto,
    @QueryParams() query: ScreenResultsQuery,
  ): Promise<ScreenResultPageDto> {
    return this.run(accountId, definitionOf(definition), query);
  }

  @Get('/:id/results')
  @Endpoint({
    summary: 'List the results of a screen',
    description: `Returns the instruments for which one of your screens is true now, or was at \`knownAt\`. ${behavior}`,
    returns: ScreenResultPageDto,
    csv: ScreenResultPageDto.table,
    lane: 'reads',
    errors: ['unprocessable'],
    granted: 'read',
  })
  async listScreenResults(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() query: ScreenResultsQuery,
  ): Promise<ScreenResultPageDto> {
    return this.run(accountId, await this.screens.get(accountId, id), query);
  }

  private async run(
    accountId: string,
    { universe, condition, sort, columns, limit: most }: ScreenDefinition,
    { knownAt, limit, cursor }: ScreenResultsQuery,
  ): Promise<ScreenResultPageDto> {
    const definition = { universe, condition, sort, columns, limit: most };
    const scope = `screen:${accountId}:${JSON.stringify([definition, knownAt])}`;
    const page = this.cursors.page(scope, limit, cursor);
    const run = await this.runs.run({ accountId, definition, knownAt: momentOf(knownAt) });
    const rows = pageOfMatches(run.plan, run.matches, page.after, page.fetch);
    return ScreenResultPageDto.from(
      run,
      page.answer(
        rows,
        ({ position }) => position,
        ({ match }) => ScreenResultDto.from(run.plan, match),
      ),
    );
  }
}
