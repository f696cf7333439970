import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { AlertSilenceChangesDto, AlertSilenceDto, AlertSilencePageDto, NewAlertSilenceDto } from './silence.dto.js';
import { SilencesService } from './silences.records.js';

const path = '/alerts/silences';

@Service()
@Authorized()
@JsonController(path)
export class SilencesController extends OwnedController<SilencesService> {
  constructor(silences: SilencesService, cursors: CursorCodec) {
    super(silences, cursors, { path, list: 'alert-silences', from: AlertSilenceDto.from });
  }

  @ListOwned({
    summary: 'List your alert silences',
    description: 'Returns pages, oldest first; silences that have ended are listed for 30 days.',
    returns: AlertSilencePageDto,
  })
  listAlertSilences(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Silence alerts',
    description:
      'Creates a silence: matching alerts still fire and are in `GET /alerts` and the timeline, but are not ' +
      'delivered. An alert that still fires at the end of the silence is delivered then; one that was ' +
      'resolved is not delivered at all.',
    returns: AlertSilenceDto,
    errors: ['unprocessable'],
  })
  createAlertSilence(caller: Caller, input: NewAlertSilenceDto) {
    return this.created(caller, input);
  }

  @GetOwned({ summary: 'Get an alert silence', description: 'Returns one of your silences.', returns: AlertSilenceDto })
  getAlertSilence(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update an alert silence',
    description: 'Changes the comment or the end. Create another silence for other conditions.',
    returns: AlertSilenceDto,
  })
  updateAlertSilence(caller: Caller, id: string, changes: AlertSilenceChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({ summary: 'Delete an alert silence', description: 'Ends the silence now, if it has not ended.' })
  deleteAlertSilence(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
