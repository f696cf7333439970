import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { VapidKeyStore } from './vapid-keys.service.js';
import { WebPushKeyDto } from './web-push.dto.js';

@Service()
@Authorized()
@JsonController('/alerts')
export class WebPushController {
  constructor(private readonly keys: VapidKeyStore) {}

  @Get('/web-push-key')
  @Endpoint({
    summary: 'Get the key for push messages',
    description:
      'Returns the public key with which a browser subscribes to push messages of this service. It stays the same ' +
      'over restarts, because subscriptions are bound to it.',
    returns: WebPushKeyDto,
  })
  async getWebPushKey(): Promise<WebPushKeyDto> {
    return { publicKey: await this.keys.publicKey() };
  }
}
