import { countText } from '../../../converser/ground/wording/numbers.ts';
import { text as textPart } from '../../../converser/words/canister/content.ts';
import { reply } from '../../../converser/words/ensemble/invoker.ts';
import { ofOutside } from '../../../converser/words/labels/label.ts';
import { defineTool, type Tool } from '../../define-tool.ts';
import type { ResultFiles } from './result-files.ts';

/** Bytes of one answer. */
const ordinaryLength = 16_000;

/** The tool with which a model reads more of a result that was too long. */
export function readResultTool(files: ResultFiles): Tool {
  return defineTool({
    name: 'read_result',
    description:
      'Reads more of a long result of another tool. The result gives its name. Returns up to 16,000 bytes from the offset.',
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
      const { text, next, size, source } = await files.read(name, { offset, length: ordinaryLength });
      const rest =
        next < size ? `\n[… ${countText(size - next, 'byte')} left. Continue with offset ${next}.]` : '';
      const said = text === '' && rest === '' ? `(The result ends at byte ${size}.)` : `${text}${rest}`;
      // Another conversation may read it, and a later run.
      return reply({
        content: [textPart(said)],
        label: ofOutside(source ?? 'tool:long_results:read_result'),
      });
    },
  });
}
