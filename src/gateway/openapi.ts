import type { JsonObject } from '../converser/ground/json/json.ts';
import { jsonAnswer } from './answer.ts';
import { schemas } from './openapi-schemas.ts';
import type { Route } from './route.ts';

type Place = Pick<Route, 'method' | 'path'>;

export function openApiRoute(offered: () => readonly Place[]): Route {
  return { method: 'GET', path: '/openapi.json', answer: () => jsonAnswer(openApi(offered())) };
}

/** https://spec.openapis.org/oas/v3.1.1.html */
function openApi(offered: readonly Place[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const { method, path } of [...offered, greeting]) {
    const operation = operations[`${method} ${path}`];
    if (operation !== undefined) paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Converser',
      description: 'Every model and every tool that Converser knows, for other programs on this machine.',
      version: '1',
    },
    servers: [{ url: '/', description: 'This gateway.' }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      responses: { refusal: { description: refusalText, content: json('Refusal') } },
      headers: { requestId: { description: 'Identifies this request.', schema: { type: 'string' } } },
    },
  };
}

const greeting: Place = { method: 'HEAD', path: '/' };

const refusalText =
  'Why there is no answer, in the shape of OpenAI, or of Anthropic under /v1/messages and for clients that send ' +
  'anthropic-version. With 429, and some 503, retry-after says when to try again.';

function json(schema: string): JsonObject {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } };
}

interface Described {
  readonly id: string;
  readonly summary: string;
  readonly takes?: string;
  readonly gives?: string;
  readonly streams?: boolean;
  readonly parameters?: readonly JsonObject[];
}

function operation({ id, summary, takes, gives, streams = false, parameters }: Described): JsonObject {
  const content = {
    ...(gives === undefined ? {} : json(gives)),
    ...(streams ? { 'text/event-stream': { schema: { type: 'string' } } } : {}),
  };
  const headers = { 'x-request-id': { $ref: '#/components/headers/requestId' } };
  return {
    operationId: id,
    summary,
    ...(parameters === undefined ? {} : { parameters }),
    ...(takes === undefined ? {} : { requestBody: { required: true, content: json(takes) } }),
    responses: {
      200: { description: 'The answer.', headers, content },
      default: { $ref: '#/components/responses/refusal' },
    },
  };
}

const paging: readonly JsonObject[] = [
  { name: 'limit', in: 'query', description: 'For clients of Anthropic.', schema: { type: 'integer' } },
  { name: 'after_id', in: 'query', schema: { type: 'string' } },
  { name: 'before_id', in: 'query', schema: { type: 'string' } },
];

const modelId: JsonObject = {
  name: 'id',
  in: 'path',
  required: true,
  description: '`provider/id`, an id, a family, `default` or `converser`. Its slashes may be escaped.',
  schema: { type: 'string' },
};

const toolsHere: JsonObject = {
  name: 'x-converser-tools',
  in: 'header',
  description:
    'Ensembles whose tools the model may use here, such as `workspace, probability`, or `*` for all; the answer is the ' +
    'final one. The same as `model+workspace+probability`. Not together with tools of your own.',
  schema: { type: 'string' },
};

const auxdataHere: JsonObject = {
  name: 'x-converser-auxdata',
  in: 'header',
  description:
    'A JSON object in ASCII, of up to 4,000 characters, that those tools find in `context.auxdata` and the model does ' +
    'not see. What a tool’s descriptor sets stays.',
  schema: { type: 'string' },
};

const operations: Readonly<Record<string, JsonObject>> = {
  'HEAD /': {
    operationId: 'greet',
    summary: 'Whether the gateway is there. Needs no key.',
    security: [],
    responses: { 200: { description: 'It is.' } },
  },
  'GET /health': {
    ...operation({ id: 'getHealth', summary: 'What works, and why not.', gives: 'Health' }),
    responses: {
      200: { description: 'There are models.', content: json('Health') },
      503: { description: 'There is no model.', content: json('Health') },
      default: { $ref: '#/components/responses/refusal' },
    },
  },
  'GET /openapi.json': operation({
    id: 'getDescription',
    summary: 'This description.',
    gives: 'Description',
  }),
  'GET /v1/models': operation({
    id: 'listModels',
    summary: 'The models that this key may use, in the shape of OpenAI or of Anthropic.',
    gives: 'ModelList',
    parameters: paging,
  }),
  'GET /v1/models/{id}': operation({
    id: 'getModel',
    summary: 'One model.',
    gives: 'Model',
    parameters: [modelId],
  }),
  'POST /v1/chat/completions': operation({
    id: 'createChatCompletion',
    summary: 'OpenAI’s Chat Completions.',
    takes: 'ChatRequest',
    gives: 'Reply',
    streams: true,
    parameters: [toolsHere, auxdataHere],
  }),
  'POST /v1/responses': operation({
    id: 'createResponse',
    summary: 'OpenAI’s Responses.',
    takes: 'ResponsesRequest',
    gives: 'Reply',
    streams: true,
    parameters: [toolsHere, auxdataHere],
  }),
  'POST /v1/messages': operation({
    id: 'createMessage',
    summary: 'Anthropic’s Messages.',
    takes: 'MessagesRequest',
    gives: 'Reply',
    streams: true,
    parameters: [toolsHere, auxdataHere],
  }),
  'POST /v1/messages/count_tokens': operation({
    id: 'countTokens',
    summary: 'How many tokens a request has.',
    takes: 'CountRequest',
    gives: 'TokenCount',
    parameters: [toolsHere],
  }),
  'POST /mcp': operation({
    id: 'sendToMcp',
    summary: 'A message of the Model Context Protocol over Streamable HTTP.',
    takes: 'McpMessage',
    gives: 'McpMessage',
    streams: true,
  }),
  'GET /mcp': operation({ id: 'listenToMcp', summary: 'What an MCP session has to say.', streams: true }),
  'DELETE /mcp': operation({ id: 'endMcp', summary: 'Ends an MCP session.' }),
};
