import { Body, Get, JsonController, Param, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { RawBody } from '../../../http/raw-body.js';
import { Reply } from '../../../http/reply.js';
import { Endpoint, Public } from '../../../openapi/endpoint.js';
import { text } from '../../../openapi/rules.js';
import { textPages } from '../../../pages/text-pages.js';
import { escapedHtml } from '../../../plain-text.js';
import { UnsubscribeService } from './unsubscribe.service.js';
import { tokenShape } from './unsubscribe-tokens.service.js';

const params = {
  token: {
    description: 'The token of the link in a mail. It turns off the mails of one subscription, and nothing else.',
    rule: text(43, 43, tokenShape, 'the token of a mail'),
    example: 'AZgKbl88fBqbUjqPZNLpAQABAgMEBQYHCAkKCwwNDg8',
  },
};
const example = '<!doctype html>\n<html lang="en"><head><title>Unsubscribe</title></head><body>…</body></html>\n';

@Service()
@Public()
@JsonController('/subscriptions/unsubscribe')
export class UnsubscribeController {
  private readonly pages = textPages();

  constructor(private readonly unsubscribe: UnsubscribeService) {}

  @Get('/:token')
  @Endpoint({
    summary: 'Show the unsubscribe page',
    description:
      'A page that asks whether to turn off the mails of a subscription. It changes nothing by itself, because programs that check mails open their links.',
    status: 200,
    params,
    alternatives: { 'text/html': { description: 'The page, with one button.', example } },
    errors: ['not_found'],
  })
  async showUnsubscribePage(@Param('token') token: string): Promise<Reply> {
    const name = await this.unsubscribe.nameOf(token);
    if (name === undefined) return this.page('Mails are turned off', '<p>This subscription sends no mail.</p>');
    return this.page(
      'Unsubscribe',
      `<p>Turn off the mails of the subscription “${escapedHtml(name)}”?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Turn off mails</button></form>`,
    );
  }

  @Post('/:token')
  @Endpoint({
    summary: 'Unsubscribe with one click',
    description:
      'Turns off the mails of a subscription, without signing in (RFC 8058). Mail programs send `List-Unsubscribe=One-Click`. The subscription stays, with the channel `stream`; its owner can turn mails on again. Repeating it has no effect.',
    status: 200,
    params,
    accepts: {
      'application/x-www-form-urlencoded': { description: 'The form that mail programs and the page send.', example: 'List-Unsubscribe=One-Click' },
      'multipart/form-data': { description: 'The same field; mail programs may choose either type.' },
    },
    alternatives: { 'text/html': { description: 'A page that confirms it.', example } },
    errors: ['not_found'],
  })
  async unsubscribeWithOneClick(@Param('token') token: string, @Body() _body: RawBody): Promise<Reply> {
    await this.unsubscribe.stop(token);
    return this.page('Mails are turned off', '<p>This subscription sends no more mail. You can turn it on again in your account.</p>');
  }

  private page(title: string, body: string): Reply {
    const policy = this.pages.policy.replace("form-action 'none'", "form-action 'self'");
    const headers = { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' };
    return new Reply(this.pages.page(title, `<main><h1>${title}</h1>${body}</main>`), { type: 'text/html; charset=utf-8', headers });
  }
}
