import { type GetPromptResult, ProtocolError, type ReadResourceResult } from '@modelcontextprotocol/client';
import type { Library } from '../../../src/converser/words/ensemble/library.ts';

/** The resources and prompts that the conformance framework reads, under the names that it wants. */
export const conformanceLibrary: Library = {
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

const image = 'iVBORw0KGgo=';

function contentsOf(uri: string): ReadResourceResult['contents'][number] {
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: image };
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
        { role: 'user', content: { type: 'image', data: image, mimeType: 'image/png' } },
        said('Analyse the image.'),
      ];
  }
}
