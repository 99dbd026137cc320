import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import type { Diagnostic } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { existingEntry, link, locate, shownPlace, type ToolContext } from './tool-context.ts';

const severities = ['error', 'warning', 'information', 'hint'] as const;

const problemArguments = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'Only in this file or folder. Default: the whole workspace.' },
    severity: {
      type: 'string',
      enum: severities,
      description: 'Only problems at least this severe. Default: warning.',
    },
    ...pageArguments(200),
  },
  additionalProperties: false,
} as const;

export const getDiagnostics = (toolContext: ToolContext) =>
  defineTool({
    name: 'get_diagnostics',
    description:
      'Lists the problems that the editor shows, such as errors of compilers and linters, as "path:line: severity: message". Most complete for open files.',
    arguments: problemArguments,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    // Compilers and linters update their findings without a change to any file.
    deduplication: 'none',
    readOn: 'Call again with offset and limit.',
    async invoke({ path, severity = 'warning', offset = 0, limit = 200 }) {
      const { diagnostics } = toolContext.workspace;
      if (diagnostics === undefined) throw errors.notAvailable('Problems of the code are');
      const below = path === undefined ? undefined : locate(toolContext, path);
      if (below !== undefined) await existingEntry(toolContext, below);
      const wanted = severities.indexOf(severity);
      const all = (await diagnostics(below)).filter(found => severities.indexOf(found.severity) <= wanted);
      if (all.length === 0) return 'No problems found.';
      const { items, note } = page(all, { offset, limit });
      const plain = items.map(
        found => `${shownPlace(toolContext, found.location)}:${found.line}: ${problemText(found)}`,
      );
      const linked = items.map(
        found => `- ${link(toolContext, found.location, found.line)} ${problemText(found)}`,
      );
      return reply({
        content: [text([...plain, ...note].join('\n'))],
        screen: [...linked, ...note].join('\n'),
      });
    },
  });

function problemText({ severity, message, source, code }: Diagnostic): string {
  const origin = [source, code].filter(part => part !== undefined).join(' ');
  return `${severity}: ${message.replaceAll('\n', ' ')}${origin === '' ? '' : ` (${origin})`}`;
}
