import { Authorized, Get, JsonController, Param } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { MediaType } from '../../../http/reply.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import { stixAlternative, stixBundle, stixType } from '../stix/stix-object.js';
import {
  InvestigationCaseChangesDto,
  InvestigationCaseDto,
  InvestigationCasePageDto,
  NewInvestigationCaseDto,
} from './case.dto.js';
import { CasePublication } from './case-publication.service.js';
import { CasesService } from './cases.records.js';

const path = '/osint/cases';

@Service()
@Authorized()
@JsonController(path)
export class CasesController extends OwnedController<CasesService> {
  constructor(
    cases: CasesService,
    cursors: CursorCodec,
    private readonly publication: CasePublication,
  ) {
    super(cases, cursors, { path, list: 'cases', from: InvestigationCaseDto.from });
  }

  @ListOwned({ summary: 'List your cases', returns: InvestigationCasePageDto })
  listCases(caller: Caller, query: SharedListQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Open a case',
    description: 'Opens an investigation to which you add evidence. Cases are private.',
    returns: InvestigationCaseDto,
    delegable: true,
  })
  createCase(caller: Caller, input: NewInvestigationCaseDto) {
    return this.created(caller, input);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get a case',
    description: 'Returns one of your cases, without its evidence; STIX also has the evidence.',
    returns: InvestigationCaseDto,
    alternatives: stixAlternative,
    granted: 'read',
  })
  async getCase(@CurrentCaller() caller: Caller, @Param('id') id: string, @MediaType() mediaType: string) {
    if (mediaType !== stixType) return this.one(caller, id);
    return stixBundle(await this.publication.of(caller.accountId, id));
  }

  @UpdateOwned({
    summary: 'Update a case',
    description: 'Updates the fields you send. Evidence is never changed.',
    returns: InvestigationCaseDto,
    granted: 'write',
  })
  updateCase(caller: Caller, id: string, changes: InvestigationCaseChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete a case',
    description: 'Deletes the case and its evidence permanently. Export it before if you need it.',
  })
  deleteCase(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
