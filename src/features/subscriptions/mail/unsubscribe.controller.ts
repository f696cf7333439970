import { Get, JsonController, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, Public } from '../../../api/endpoint.js';
import { Reply } from '../../../http/reply.js';
import { textPages } from '../../../pages/text-pages.js';
import { escapedHtml } from '../../../text/plain-text.js';
import { UnsubscribeQuery } from './unsubscribe.dto.js';
import { UnsubscribeService } from './unsubscribe.service.js';

const example = '<!doctype html>\n<html lang="en"><head><title>Unsubscribe</title></head><body>…</body></html>\n';

@Service()
@Public()
@JsonController('/subscriptions/unsubscribe')
export class UnsubscribeController {
  private readonly pages = textPages();

  constructor(private readonly subscriptions: UnsubscribeService) {}

  @Get('')
  @Endpoint({
    summary: 'Show the unsubscribe page',
    description:
      'Returns a page that asks whether to turn off the e-mails of a subscription. Opening the page changes ' +
      'nothing, because scanners of e-mails open links.',
    status: 200,
    alternatives: { 'text/html': { description: 'The page, with one button.', example } },
    errors: ['not_found'],
  })
  async getUnsubscribePage(@QueryParams() { token }: UnsubscribeQuery): Promise<Reply> {
    const name = await this.subscriptions.nameOf(token);
    if (name === undefined) return this.page('Mails are turned off', '<p>This subscription sends no mail.</p>');
    return this.page(
      'Unsubscribe',
      `<p>Turn off the mails of the subscription “${escapedHtml(name)}”?</p>
<form method="post"><input type="hidden" name="List-Unsubscribe" value="One-Click"><button>Turn off mails</button></form>`,
    );
  }

  @Post('')
  @Endpoint({
    summary: 'Unsubscribe with one click',
    description:
      'Stops the e-mails of a subscription without signing in (RFC 8058). E-mail programs send the form ' +
      '`List-Unsubscribe=One-Click`; the body is not read. The subscription stays, with the channel ' +
      '`stream`; its owner can turn e-mails on again. Repeating it has no effect.',
    status: 200,
    ignoresBody: true,
    alternatives: { 'text/html': { description: 'A page that confirms it.', example } },
    errors: ['not_found'],
  })
  async unsubscribe(@QueryParams() { token }: UnsubscribeQuery): Promise<Reply> {
    await this.subscriptions.stop(token);
    return this.page(
      'Mails are turned off',
      '<p>This subscription sends no more mail. You can turn it on again in your account.</p>',
    );
  }

  private page(title: string, body: string): Reply {
    const policy = this.pages.policy.replace("form-action 'none'", "form-action 'self'");
    const headers = {
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    };
    return new Reply(this.pages.page(title, `<main><h1>${title}</h1>${body}</main>`), {
      type: 'text/html; charset=utf-8',
      headers,
    });
  }
}
