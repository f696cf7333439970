import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { SharedListQuery } from '../../../resources/resource-dto.js';
import {
  InvestigationCaseChangesDto,
  InvestigationCaseDto,
  InvestigationCasePageDto,
  NewInvestigationCaseDto,
} from './case.dto.js';
import { CasesService } from './cases.records.js';

const path = '/osint/cases';

@Service()
@Authorized()
@JsonController(path)
export class CasesController extends OwnedController<CasesService> {
  constructor(cases: CasesService, cursors: CursorCodec) {
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
  })
  createCase(caller: Caller, input: NewInvestigationCaseDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get a case',
    description: 'Returns one of your cases, without its evidence.',
    returns: InvestigationCaseDto,
    granted: 'read',
  })
  getCase(caller: Caller, id: string) {
    return this.one(caller, id);
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
