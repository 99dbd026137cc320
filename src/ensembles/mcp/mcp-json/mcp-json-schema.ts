import type { JsonSchema } from '../../../converser/ground/json/json.ts';

/** VS Code's schema of 1.139: https://code.visualstudio.com/docs/copilot/reference/mcp-configuration */
const text = { type: 'string', minLength: 1, 'x-expects': 'a non-empty string' };
const anything = {};

const ofEveryServer = {
  dev: anything,
  gallery: anything,
  version: anything,
};

export const stdioEntry: JsonSchema = {
  type: 'object',
  'x-expects': 'an object in { }',
  required: ['command'],
  additionalProperties: false,
  properties: {
    type: { enum: ['stdio'] },
    command: text,
    args: { type: 'array', items: { type: 'string' }, 'x-expects': 'a list of strings' },
    env: {
      type: 'object',
      'x-expects': 'an object with the values of variables',
      additionalProperties: {
        type: ['string', 'number', 'null'],
        'x-expects': 'a string, a number or null',
      },
    },
    envFile: text,
    cwd: text,
    sandboxEnabled: { type: 'boolean' },
    sandbox: anything,
    ...ofEveryServer,
  },
};

export const httpEntry: JsonSchema = {
  type: 'object',
  'x-expects': 'an object in { }',
  required: ['url'],
  additionalProperties: false,
  properties: {
    type: { enum: ['http', 'sse'] },
    url: {
      type: 'string',
      pattern: '^(https?://|\\$\\{)',
      'x-expects': 'a URL that begins with http:// or https://',
    },
    headers: {
      type: 'object',
      'x-expects': 'an object with the values of headers',
      additionalProperties: { type: 'string' },
    },
    oauth: {
      type: 'object',
      'x-expects': 'an object in { }',
      properties: { clientId: text, enterpriseManaged: { type: 'boolean', 'x-expects': 'true or false' } },
    },
    ...ofEveryServer,
  },
};

export const inputEntry: JsonSchema = {
  type: 'object',
  'x-expects': 'an object in { }',
  required: ['id', 'type'],
  properties: {
    id: text,
    type: { enum: ['promptString', 'pickString'] },
    description: { type: 'string' },
    default: { type: 'string' },
    password: { type: 'boolean' },
    options: {
      type: 'array',
      'x-expects': 'a list of strings, or of objects with a value',
      items: {
        oneOf: [
          { type: 'string' },
          { type: 'object', required: ['value'], properties: { value: { type: 'string' } } },
        ],
        'x-expects': 'a string, or an object with a value',
      },
    },
  },
};
