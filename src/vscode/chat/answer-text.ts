import * as vscode from 'vscode';
import { escapeMarkdown } from '../common/markdown.ts';
import { createFileAnchors } from './file-anchors.ts';

export interface AnswerText {
  beginRound(): void;
  write(text: string): Promise<void>;
  /** Writes what was held back. */
  flush(): Promise<void>;
  notice(message: string): Promise<void>;
  /** The text so far cannot be taken back, so this says that it was interrupted. */
  restart(message: string): Promise<void>;
}

export function createAnswerText(stream: vscode.ChatResponseStream): AnswerText {
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
