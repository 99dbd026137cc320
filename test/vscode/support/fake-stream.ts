import * as vscode from 'vscode';

/** A chat answer that keeps what is written into it, as text and as it is trusted. */
export interface FakeStream {
  readonly stream: vscode.ChatResponseStream;
  readonly markdown: readonly vscode.MarkdownString[];
  readonly progress: readonly string[];
  readonly buttons: readonly vscode.Command[];
  /** Anchors, as `title → address:line`, with the line from 0. */
  readonly anchors: readonly string[];
}

export function fakeStream(): FakeStream {
  const markdown: vscode.MarkdownString[] = [];
  const progress: string[] = [];
  const buttons: vscode.Command[] = [];
  const anchors: string[] = [];
  const stream: vscode.ChatResponseStream = {
    markdown: value =>
      void markdown.push(typeof value === 'string' ? new vscode.MarkdownString(value) : value),
    progress: value => void progress.push(value),
    button: command => void buttons.push(command),
    anchor: (value, title) => void anchors.push(`${title} → ${placeText(value)}`),
    filetree: () => {},
    reference: () => {},
    push: () => {},
  };
  return { stream, markdown, progress, buttons, anchors };
}

function placeText(value: vscode.Uri | vscode.Location): string {
  if (value instanceof vscode.Uri) return vscode.workspace.asRelativePath(value);
  return `${vscode.workspace.asRelativePath(value.uri)}:${value.range.start.line}`;
}
