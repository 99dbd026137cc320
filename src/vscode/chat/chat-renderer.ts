import * as vscode from 'vscode';
import {
  type Canister,
  type CompactionCanister,
  isCompaction,
} from '../../converser/words/canister/canister.ts';
import { nearText } from '../../converser/words/context-window/window-texts.ts';
import type { ConverseEvent, TurnEnd } from '../../converser/words/conversation/converse-event.ts';
import { unsupportedText } from '../../converser/words/conversation/unsupported-claim.ts';
import { noSpending, type Spending } from '../../converser/words/spending/spending.ts';
import { spendingText } from '../../converser/words/spending/spending-text.ts';
import { guidingPath } from '../../converser/words/texts/label-text.ts';
import { compactionText } from '../../converser/words/texts/saving-texts.ts';
import { showLeftOutCommand, takeBackCommand } from '../activation-ids.ts';
import { escapeMarkdown } from '../common/markdown.ts';
import { createFileAnchors } from './file-anchors.ts';
import { type ChatRendering, createInvocationView } from './invocation-view.ts';

export async function renderInChat(
  events: AsyncIterable<ConverseEvent>,
  rendering: ChatRendering,
): Promise<TurnEnd> {
  const show = createTurnView(rendering);
  for await (const event of events) {
    await show(event);
    if (event.type === 'turn-end') return event;
  }
  throw new Error('The events of the turn ended without a turn-end.');
}

function createTurnView(rendering: ChatRendering): (event: ConverseEvent) => Promise<void> | void {
  const text = createAnswerText(rendering.stream);
  const invocations = createInvocationView(rendering);
  let total = noSpending;
  let isThinking = false;
  let isTold = false;
  return event => {
    switch (event.type) {
      case 'round-start':
        return text.beginRound();
      case 'text-delta':
        return text.write(event.text);
      case 'round-end':
        return text.flush();
      case 'window': {
        const notice = isTold ? undefined : nearText(event.measure);
        isTold ||= notice !== undefined;
        return notice === undefined ? undefined : text.notice(notice);
      }
      case 'notice':
        return text.notice(event.message);
      case 'round-restart':
        return text.restart(event.message);
      case 'invocation-start':
        return invocations.start(event.canister);
      case 'invocation-edit':
        return invocations.edit(event.canister);
      case 'invocation-progress':
        return invocations.progress(event.message);
      case 'invocation-end':
        return invocations.end(event);
      case 'usage':
        total = event.spent.conversation;
        return;
      case 'turn-end':
        return text.flush().then(async () => {
          for (const claim of event.unsupported ?? []) await text.notice(unsupportedText(claim.text));
          showSpending(rendering.stream, { turn: event.spending, total });
        });
      case 'reasoning-delta':
        // The stable API has no way to show the thought itself.
        if (!isThinking) rendering.stream.progress('Thinking…');
        isThinking = true;
        return;
      case 'reasoning-end':
        isThinking = false;
        return;
      case 'turn-start':
        return;
      // VS Code sends what you write while a request runs as the next request.
      case 'message-added':
        return guidedNotice(event.canisters, text);
      case 'joined':
        return showLeftOut(event.canisters, { text, rendering });
    }
  };
}

async function showLeftOut(
  canisters: readonly Canister[],
  { text, rendering }: { readonly text: AnswerText; readonly rendering: ChatRendering },
): Promise<void> {
  for (const compaction of canisters.filter(isCompaction)) {
    rendering.leftOut.add(compaction);
    await text.flush();
    rendering.stream.markdown(leftOutNotice(compaction));
  }
}

async function guidedNotice(canisters: readonly Canister[], text: AnswerText): Promise<void> {
  const paths = canisters.flatMap(canister => guidingPath(canister) ?? []);
  if (paths.length > 0) await text.notice(`Instructions: ${paths.join(', ')}`);
}

/** The stable API has no other visible place for it than the answer. */
function showSpending(
  stream: vscode.ChatResponseStream,
  { turn = noSpending, total }: { readonly turn: Spending | undefined; readonly total: Spending },
): void {
  const spent = spendingText(turn);
  if (spent === '') return;
  const whole = total.requests > turn.requests ? ` · total: ${spendingText(total)}` : '';
  stream.markdown(new vscode.MarkdownString(`\n\n_${escapeMarkdown(spent + whole)}_`));
}

interface AnswerText {
  beginRound(): void;
  write(text: string): Promise<void>;
  flush(): Promise<void>;
  notice(message: string): Promise<void>;
  restart(message: string): Promise<void>;
}

function createAnswerText(stream: vscode.ChatResponseStream): AnswerText {
  const anchors = createFileAnchors(stream);
  let hasText = false;
  return {
    beginRound() {
      hasText = false;
    },
    async write(text) {
      hasText = true;
      await anchors.write(text);
    },
    flush: () => anchors.flush(),
    async notice(message) {
      await anchors.flush();
      stream.markdown(themed(`\n\n$(info) ${escapeMarkdown(message)}\n\n`));
    },
    async restart(message) {
      await anchors.breakOff();
      const interrupted = '_The answer above was interrupted and restarts below._\n\n---\n\n';
      stream.markdown(themed(`\n\n$(history) ${escapeMarkdown(message)}\n\n${hasText ? interrupted : ''}`));
      hasText = false;
    },
  };
}

function themed(value: string): vscode.MarkdownString {
  return new vscode.MarkdownString(value, true);
}

/**
 * The notice has links, because VS Code disables the buttons of chats that it has restored:
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/browser/widget/chatContentParts/chatCommandContentPart.ts
 */
function leftOutNotice(compaction: CompactionCanister): vscode.MarkdownString {
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
