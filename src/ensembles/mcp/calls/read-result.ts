import { defineTool, type Tool } from '../../tool/define-tool.ts';
import type { ResultFiles } from './result-files.ts';

/** Bytes that are shown at once. */
const ordinaryLength = 16_000;

/** The tool by which a model reads on in a result that was too long for it. */
export function readResultTool(files: ResultFiles): Tool {
  return defineTool({
    name: 'read_result',
    description:
      'Reads on in a long result of another tool, by the name that was told with its beginning. Shows up to 16,000 bytes from the offset.',
    arguments: {
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', description: 'The name of the result, such as search-a1b2.txt.' },
        offset: { type: 'integer', minimum: 0, default: 0, description: 'Byte from which to read.' },
      },
    },
    annotations: { readOnly: true, openWorld: false },
    async invoke({ name, offset = 0 }) {
      const { text, next, size } = await files.read(name, { offset, length: ordinaryLength });
      const rest = next < size ? `\n[… ${size - next} bytes follow. Read on with offset ${next}.]` : '';
      return text === '' && rest === '' ? `(The result ends at byte ${size}.)` : `${text}${rest}`;
    },
  });
}
