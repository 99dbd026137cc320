import * as vscode from 'vscode';
import type { CompactionCanister } from '../../../converser/words/canister/canister.ts';
import { compactionText } from '../../../converser/words/texts/saving-texts.ts';
import { showLeftOutCommand, takeBackCommand } from '../../activation-ids.ts';
import { escapeMarkdown } from '../../common/markdown.ts';

/**
 * The notice has links, because VS Code disables the buttons of chats that it has restored:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/browser/widget/chatContentParts/chatCommandContentPart.ts
 */
export function leftOutNotice(compaction: CompactionCanister): vscode.MarkdownString {
  const { id } = compaction;
  const links = [
    link('Show What Was Left Out', { command: showLeftOutCommand, id }),
    link('Take Back or Leave Out Again', { command: takeBackCommand, id }),
  ];
  const said = escapeMarkdown(`Compacted: ${compactionText(compaction)}. The model reads the rest.`);
  const notice = new vscode.MarkdownString(`\n\n$(archive) ${said} ${links.join(' · ')}\n\n`, true);
  notice.isTrusted = { enabledCommands: [showLeftOutCommand, takeBackCommand] };
  return notice;
}

function link(text: string, { command, id }: { readonly command: string; readonly id: string }): string {
  return `[${text}](command:${command}?${encodeURIComponent(JSON.stringify([id]))})`;
}
