import type { Tool } from '../define-tool.ts';
import type { ToolContext } from '../workspace/places/tool-context.ts';
import { withProposals } from '../workspace/workspace-tools.ts';
import { summarizeConversation } from './summarize-conversation.ts';
import { summarizeFile } from './summarize-file.ts';
import { summarizeFolder } from './summarize-folder.ts';

export function summarizationTools(shared: ToolContext): readonly Tool[] {
  return [
    ...withProposals(shared, context => [summarizeFile(context), summarizeFolder(context)]),
    summarizeConversation(),
  ];
}
