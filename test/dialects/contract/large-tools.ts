import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';

/** As many tools as a large agent program has, of the size of its own: some 59 kB in all. */
export function largeTools(): readonly ToolDefinition[] {
  return Array.from({ length: 24 }, (_, at) => ({
    name: `Tool${at}`,
    description: `Does the work of number ${at} in the folder of the project.\n\n${rules.repeat(16)}`,
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        file_path: { type: 'string', description: 'The absolute path of the file, which must exist.' },
        mode: { enum: ['content', 'files', 'count'], description: 'What is to be given. Default: files.' },
        limit: { type: 'integer', minimum: 1, maximum: 2000, description: 'How many lines there may be.' },
        edits: {
          type: 'array',
          items: {
            type: 'object',
            properties: { old: { type: 'string', minLength: 1 }, new: { type: 'string' } },
            required: ['old', 'new'],
            additionalProperties: false,
          },
        },
      },
      required: ['file_path'],
      additionalProperties: false,
    },
  }));
}

const rules =
  'Usage:\n- Use "absolute" paths only, and read the file before you change any of its lines.\n- Never do so twice.\n';
