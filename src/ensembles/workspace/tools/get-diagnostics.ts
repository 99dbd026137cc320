import { text } from '../../../converser/canister/content.ts';
import { reply } from '../../../converser/ensemble/invoker.ts';
import { errors } from '../../../converser/errors.ts';
import type { Diagnostic } from '../../../converser/workspace/workspace.ts';
import { defineTool } from '../../tool/define-tool.ts';
import { page, pageArguments } from './page.ts';
import { type Desk, existing, link, locate, shown } from './tool-context.ts';

const severities = ['error', 'warning', 'information', 'hint'] as const;

export const getDiagnostics = (desk: Desk) =>
  defineTool({
    name: 'get_diagnostics',
    description:
      'Lists the problems that the editor knows of, such as errors of compilers and linters, as "path:line: severity: message". It knows most about files that are open.',
    arguments: {
      type: 'object',
      properties: {
        path: {
          type: 'string',
          description: 'Only in this file or folder. The whole workspace when it is left out.',
        },
        severity: {
          type: 'string',
          enum: severities,
          description: 'Only problems at least as severe; warning when it is left out.',
        },
        ...pageArguments(200),
      },
      additionalProperties: false,
    },
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    // What checks the code does so in its own time, without a change to any file.
    deduplication: 'none',
    readOn: 'Call again with offset and limit.',
    async invoke({ path, severity = 'warning', offset = 0, limit = 200 }) {
      const { diagnostics } = desk.workspace;
      if (diagnostics === undefined) throw errors.notAvailable('Problems of the code are');
      const below = path === undefined ? undefined : locate(desk, path);
      if (below !== undefined) await existing(desk, below);
      const wanted = severities.indexOf(severity);
      const all = (await diagnostics(below)).filter(found => severities.indexOf(found.severity) <= wanted);
      if (all.length === 0) return 'No problems are known.';
      const { items, note } = page(all, { offset, limit });
      return reply({
        content: [
          text(
            [
              ...items.map(found => `${shown(desk, found.location)}:${found.line}: ${wording(found)}`),
              ...note,
            ].join('\n'),
          ),
        ],
        screen: [
          ...items.map(found => `- ${link(desk, found.location, found.line)} ${wording(found)}`),
          ...note,
        ].join('\n'),
      });
    },
  });

function wording({ severity, message, source, code }: Diagnostic): string {
  const origin = [source, code].filter(part => part !== undefined).join(' ');
  return `${severity}: ${message.replaceAll('\n', ' ')}${origin === '' ? '' : ` (${origin})`}`;
}
