import { Authorized, Delete, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { uuid } from '../../../api/rules.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import type { Page } from '../../../http/page.js';
import { keyId, UserKeyDto, UserKeyPageDto, UserKeysQuery } from './user-key.dto.js';
import { UserKeys } from './user-keys.service.js';

@Service()
@Authorized('operator')
@JsonController('/admin/users/:id/keys')
export class UserKeysController {
  constructor(
    private readonly keys: UserKeys,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: "List an account's personal keys",
    description:
      'Returns pages, oldest first, without expired ones. Each read is recorded in the audit record, with ' +
      'its `reason`.',
    returns: UserKeyPageDto,
    errors: ['not_found'],
  })
  async listUserKeys(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor, order, reason }: UserKeysQuery,
    @Origin() origin: RequestOrigin,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`user-keys:${id}:${order}`, limit, cursor);
    const found = await this.keys.list(
      operator,
      id,
      { ...origin, reason },
      page.fetch,
      page.after?.[0] as string | undefined,
      order,
    );
    return page.answer(found, (key) => [key.id], UserKeyDto.from);
  }

  @Delete('/:keyId')
  @Endpoint({
    summary: "Revoke an account's personal key",
    description:
      'Deletes the key permanently. Its tokens and tickets become invalid and its streams end within a second.',
    params: { keyId: { description: 'Id of the key.', rule: uuid(), example: keyId } },
    errors: ['not_found'],
  })
  async revokeUserKey(
    @CurrentCaller() operator: Caller,
    @Param('id') id: string,
    @Param('keyId') key: string,
    @Origin() origin: RequestOrigin,
  ): Promise<void> {
    await this.keys.revoke(operator, id, key, origin);
  }
}
