import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OldestFirstQuery } from '../../../http/page.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { AlertContactChangesDto, AlertContactDto, AlertContactPageDto, NewAlertContactDto } from './contact.dto.js';
import { ContactsService } from './contacts.records.js';

const path = '/alerts/contacts';

@Service()
@Authorized()
@JsonController(path)
export class ContactsController extends OwnedController<ContactsService> {
  constructor(contacts: ContactsService, cursors: CursorCodec) {
    super(contacts, cursors, { path, list: 'alert-contacts', from: AlertContactDto.from });
  }

  @ListOwned({ summary: 'List your alert contacts', returns: AlertContactPageDto })
  listAlertContacts(caller: Caller, query: OldestFirstQuery) {
    return this.page(caller, query);
  }

  @CreateOwned({
    summary: 'Create an alert contact',
    description:
      'Creates a contact that alert policies can notify. Its settings are stored encrypted, and addresses in private ' +
      'networks are rejected, here and at every message.',
    returns: AlertContactDto,
    errors: ['unprocessable'],
  })
  createAlertContact(caller: Caller, input: NewAlertContactDto) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get an alert contact',
    description: 'Returns one of your contacts, without its secrets.',
    returns: AlertContactDto,
  })
  getAlertContact(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update an alert contact',
    description: 'Updates the fields you send; `delivery` replaces all settings.',
    returns: AlertContactDto,
    errors: ['unprocessable'],
  })
  updateAlertContact(caller: Caller, id: string, changes: AlertContactChangesDto, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete an alert contact',
    description: 'Deletes the contact. Policies continue with their other contacts.',
  })
  deleteAlertContact(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
