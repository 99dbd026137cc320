import {
  type ElicitRequestFormParams,
  type GetPromptResult,
  ProtocolError,
  type ReadResourceResult,
} from '@modelcontextprotocol/client';
import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { type Invocable, reply } from '../../../src/converser/words/ensemble/invoker.ts';
import type { Library } from '../../../src/converser/words/ensemble/library.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';

/** What the conformance framework calls, reads and is asked, under the names that it wants. */
export function conformanceEnsemble({ clock }: FakeHost): Ensemble {
  const tools = createFakeEnsemble('conformance', {
    ...conformanceQuestions,
    test_simple_text: returns(text('This is a simple text response for testing.')),
    test_image_content: returns(image),
    test_audio_content: returns({ type: 'resource', uri: 'audio:audio/wav', mimeType: 'audio/wav', bytes }),
    test_embedded_resource: returns(resource),
    test_multiple_content_types: returns(text('Multiple content types test:'), image, resource),
    test_error_handling: () => {
      throw new Error('This tool intentionally returns an error for testing');
    },
    test_tool_with_progress: async (_args, { progress }) => {
      for (const fraction of [0, 0.5, 1]) {
        progress('', fraction);
        await clock.advance(50);
      }
      return 'done';
    },
    json_schema_2020_12_tool: {
      description: 'Tool with JSON Schema 2020-12 features',
      arguments: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        $defs: { address },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      },
      invocable: () => 'done',
    },
  });
  return { ...tools, library: conformanceLibrary, watchResource: async () => ({ dispose() {} }) };
}

const address = { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } };
const bytes = new Uint8Array([1, 2, 3]);
const picture = 'iVBORw0KGgo=';
const image: Content = { type: 'image', mimeType: 'image/png', bytes };
const resource: Content = {
  type: 'resource',
  uri: 'test://embedded-resource',
  mimeType: 'text/plain',
  text: 'This is an embedded resource content.',
};

function returns(...content: readonly Content[]): Invocable {
  return () => reply({ content });
}

const username = { type: 'string', description: "User's response" } as const;
const email = { type: 'string', description: "User's email address" } as const;

/** The tools that ask the conformance framework, under the names and with the forms that it wants. */
const conformanceQuestions: Readonly<Record<string, Invocable>> = {
  test_elicitation: asks({ username, email }, ['username', 'email']),
  test_elicitation_sep1034_defaults: asks({
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  test_elicitation_sep1330_enums: asks({
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('Option') },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('Choice') } },
  }),
};

function titled(what: string) {
  return ['First', 'Second', 'Third'].map((nth, at) => ({
    const: `value${at + 1}`,
    title: `${nth} ${what}`,
  }));
}

type Form = ElicitRequestFormParams['requestedSchema'];

function asks(properties: Form['properties'], required: readonly string[] = []): Invocable {
  return async (_args, { askCaller, signal }) => {
    const requestedSchema: Form = { type: 'object', properties, required: [...required] };
    const answer = await askCaller?.({ mode: 'form', message: 'What is it?', requestedSchema }, signal);
    return reply({ content: [text(`User response: ${JSON.stringify(answer)}`)] });
  };
}

/** The resources and prompts that the conformance framework reads, under the names that it wants. */
const conformanceLibrary: Library = {
  resources: async () => [
    { uri: 'test://static-text', name: 'text', mimeType: 'text/plain' },
    { uri: 'test://static-binary', name: 'binary', mimeType: 'image/png' },
  ],
  resourceTemplates: async () => [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  readResource: async uri => ({ contents: [contentsOf(uri)] }),
  prompts: async () => [
    { name: 'test_simple_prompt', description: 'A simple prompt.' },
    {
      name: 'test_prompt_with_arguments',
      description: 'A prompt with arguments.',
      arguments: [
        { name: 'arg1', required: true },
        { name: 'arg2', required: true },
      ],
    },
    {
      name: 'test_prompt_with_embedded_resource',
      description: 'A prompt with a resource.',
      arguments: [{ name: 'resourceUri', required: true }],
    },
    { name: 'test_prompt_with_image', description: 'A prompt with an image.' },
  ],
  getPrompt: async ({ name, arguments: args = {} }) => ({ messages: messagesOf(name, args) }),
  complete: async ({ argument }) => ({ values: [`${argument.value}ing`] }),
};

function contentsOf(uri: string): ReadResourceResult['contents'][number] {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: picture };
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  // As servers in Python answer.
  if (id === undefined) throw new ProtocolError(0, `There is no ${uri}`);
  return { uri, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${id}` }) };
}

function messagesOf(name: string, args: Readonly<Record<string, string>>): GetPromptResult['messages'] {
  const said = (text: string) => ({ role: 'user', content: { type: 'text', text } }) as const;
  switch (name) {
    case 'test_simple_prompt':
      return [said('This is a simple prompt for testing.')];
    case 'test_prompt_with_arguments':
      return [said(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)];
    case 'test_prompt_with_embedded_resource': {
      const resource = { uri: args.resourceUri ?? '', mimeType: 'text/plain', text: 'Embedded.' };
      return [{ role: 'user', content: { type: 'resource', resource } }, said('Process it.')];
    }
    default:
      return [
        { role: 'user', content: { type: 'image', data: picture, mimeType: 'image/png' } },
        said('Analyse the image.'),
      ];
  }
}
