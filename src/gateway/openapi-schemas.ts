import type { JsonObject } from '../converser/ground/json/json.ts';

const text: JsonObject = { type: 'string' };
const count: JsonObject = { type: 'integer', minimum: 0 };
const flag: JsonObject = { type: 'boolean' };
const objects: JsonObject = { type: 'array', items: { type: 'object' } };
const model: JsonObject = {
  type: 'string',
  description:
    'As GET /v1/models lists it, `default` or `converser`; with `+ensemble` for each whose tools run here.',
};

function object(required: readonly string[], properties: JsonObject, description?: string): JsonObject {
  return { type: 'object', required, properties, ...(description === undefined ? {} : { description }) };
}

const asDocumented =
  'Further fields as the vendor documents them. What the model has no use for is left out.';

export const schemas: Readonly<Record<string, JsonObject>> = {
  ChatRequest: object(
    ['model', 'messages'],
    { model, messages: objects, tools: objects, stream: flag, response_format: { type: 'object' } },
    asDocumented,
  ),
  ResponsesRequest: object(
    ['model', 'input'],
    {
      model,
      input: { anyOf: [text, objects] },
      instructions: { type: ['string', 'null'] },
      tools: objects,
      stream: flag,
    },
    asDocumented,
  ),
  MessagesRequest: object(
    ['model', 'messages'],
    { model, messages: objects, system: { anyOf: [text, objects] }, tools: objects, stream: flag },
    asDocumented,
  ),
  CountRequest: object(['model', 'messages'], { model, messages: objects, tools: objects }, asDocumented),
  TokenCount: object(['input_tokens'], { input_tokens: count }),
  Reply: { type: 'object', description: 'As the vendor documents it, with true usage.' },
  McpMessage: { description: 'JSON-RPC 2.0, as the Model Context Protocol has it.' },
  Description: { type: 'object', description: 'OpenAPI 3.1.' },
  Model: object(['id'], {
    id: text,
    context_length: count,
    max_output_tokens: count,
    max_input_tokens: { type: ['integer', 'null'] },
  }),
  ModelList: object(['data'], {
    data: { type: 'array', items: { $ref: '#/components/schemas/Model' } },
    has_more: flag,
  }),
  Health: object(['status', 'reasons', 'models', 'ensembles', 'requests'], {
    status: { enum: ['ok', 'degraded', 'unavailable'] },
    reasons: { type: 'array', items: text, description: 'What does not work, and what to do.' },
    models: object(['available'], { available: count }),
    ensembles: {
      type: 'array',
      items: object(['name', 'status'], {
        name: text,
        status: { enum: ['disconnected', 'connecting', 'ready', 'failed'] },
        reason: text,
      }),
    },
    requests: object(['running', 'waiting'], { running: count, waiting: count }),
  }),
  Refusal: object(['error'], {
    type: { const: 'error' },
    error: object(['type', 'message'], {
      type: text,
      message: { type: 'string', description: 'What is wrong, and what to do.' },
      param: { type: ['string', 'null'] },
      code: text,
    }),
  }),
};
