import { Dto, Field } from '../../../api/field.js';
import { choice, integer, json, nullable, optional, type Rule, text } from '../../../api/rules.js';

const MAX_ID = 200;

const words = text(1, MAX_ID);
const number = integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);

/** Id of a message. JSON-RPC 2.0 allows texts and numbers, and also null, which MCP excludes. */
const messageId: Rule = {
  name: 'messageId',
  schema: { ...words.schema, ...number.schema, type: ['string', 'integer'] },
  check: (value) => words.check(value) || number.check(value),
  says: `${words.says} or ${number.says}`,
};

@Dto('A JSON-RPC 2.0 message of an MCP client.')
export class McpMessage {
  @Field('The version of JSON-RPC.', choice(['2.0']), { example: '2.0' })
  jsonrpc!: string;

  @Field('Identifies the request; absent in a notification, which has no reply.', optional(messageId), { example: 1 })
  id?: string | number;

  @Field('The method of MCP.', text(1, 100), { example: 'tools/list' })
  method!: string;

  @Field('The parameters of the method.', optional(json()), { example: {} })
  params?: object;
}

@Dto('A JSON-RPC 2.0 reply to an MCP client.')
export class McpReply {
  @Field('The version of JSON-RPC.', choice(['2.0']), { example: '2.0' })
  jsonrpc!: string;

  @Field('The id of the request; null when it could not be read.', nullable(optional(messageId)), { example: 1 })
  id?: string | number | null;

  @Field('The result of the method; absent after an error.', optional(json()), { example: { tools: [] } })
  result?: object;

  @Field('The JSON-RPC error with `code`, `message` and `data`; absent after success.', optional(json()), {
    omitFromExample: true,
  })
  error?: object;
}
