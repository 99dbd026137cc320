import type { Tool } from '../define-tool.ts';
import type { ToolContext } from '../workspace/places/tool-context.ts';
import { summarizeConversation } from './summarize-conversation.ts';
import { summarizeFile } from './summarize-file.ts';
import { summarizeFolder } from './summarize-folder.ts';
import type { SummarySettings } from './summarizing-model.ts';

/** Tools that have a model read what is long, so that the conversation gets only a summary of it. */
export function summarizationTools(shared: ToolContext, settings: SummarySettings): readonly Tool[] {
  return [
    summarizeFile(shared, settings),
    summarizeFolder(shared, settings),
    summarizeConversation(settings),
  ];
}
