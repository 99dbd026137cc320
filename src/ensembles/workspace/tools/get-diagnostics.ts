import { errors } from '../../../converser/ground/errors.ts';
import { defineTool } from '../../define-tool.ts';
import { decidedPlace } from '../places/guard-read.ts';
import { reviewRead } from '../places/review-places.ts';
import {
  existingEntry,
  link,
  scopesOf,
  seenAt,
  shownPlace,
  type ToolContext,
} from '../places/tool-context.ts';
import { problemText } from '../problem-text.ts';
import { foundReply, pageArguments } from './page.ts';

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

export const getDiagnostics = (shared: ToolContext) =>
  defineTool({
    name: 'get_diagnostics',
    description:
      'Lists the problems that the editor shows, such as errors of compilers and linters, as "path:line: severity: message". Most complete for open files.',
    arguments: problemArguments,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    // Compilers and linters update their findings without a change to any file.
    deduplication: 'none',
    output: { readOn: 'Call again with offset and limit.' },
    review: ({ path }) => reviewRead(shared, () => scopesOf(shared, path), { leavesOut: true }),
    async invoke({ path, severity = 'warning', offset = 0, limit = 200 }, context) {
      const { diagnostics } = shared.workspace;
      if (diagnostics === undefined) throw errors.notAvailable('problems that an editor finds');
      const below =
        path === undefined
          ? undefined
          : await decidedPlace(shared, await seenAt(shared, path), context.permit);
      if (below !== undefined) await existingEntry(shared, below);
      const wanted = severities.indexOf(severity);
      const severe = (await diagnostics(below)).filter(found => severities.indexOf(found.severity) <= wanted);
      return foundReply(shared, severe, {
        context,
        offset,
        limit,
        none: 'No problems found.',
        plain: found => `${shownPlace(shared, found.location)}:${found.line}: ${problemText(found)}`,
        linked: found => `- ${link(shared, found.location, found.line)} ${problemText(found)}`,
      });
    },
  });
