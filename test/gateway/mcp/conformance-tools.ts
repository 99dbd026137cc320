import { type Content, text } from '../../../src/converser/words/canister/content.ts';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { type Invocable, reply } from '../../../src/converser/words/ensemble/invoker.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import type { FakeHost } from '../../fakes/fake-host.ts';
import { conformanceQuestions } from './conformance-questions.ts';

/** The tools that the conformance framework calls, under the names that it wants. */
export function conformanceTools({ clock }: FakeHost): Ensemble {
  return createFakeEnsemble('conformance', {
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
        $defs: {
          address: {
            type: 'object',
            properties: { street: { type: 'string' }, city: { type: 'string' } },
          },
        },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      },
      invocable: () => 'done',
    },
  });
}

const bytes = new Uint8Array([1, 2, 3]);
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
