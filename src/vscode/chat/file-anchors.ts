import type * as vscode from 'vscode';
import { workspaceUri } from '../workspace/workspace-uri.ts';

export interface FileAnchors {
  write(text: string): Promise<void>;
  /** Writes what was held back. */
  flush(): Promise<void>;
  /** Ends a text that was cut off: writes what was held back, and closes an open code block. */
  breakOff(): Promise<void>;
}

/**
 * Passes streamed Markdown on, and turns inline code that names a workspace file into an anchor. What may become
 * inline code is held back until the end of its line; fenced code is left alone.
 */
export function createFileAnchors(stream: vscode.ChatResponseStream): FileAnchors {
  let held = '';
  let fence = '';

  async function writeLine(line: string): Promise<void> {
    const marker = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence !== '') {
      if (marker.startsWith(fence)) fence = '';
      return stream.markdown(line);
    }
    fence = marker;
    if (marker !== '') return stream.markdown(line);
    await writeProse(line, stream);
  }

  async function flush(): Promise<void> {
    if (held !== '') await writeLine(held);
    held = '';
  }

  return {
    flush,
    async breakOff() {
      await flush();
      if (fence !== '') stream.markdown(`\n${fence}\n`);
      fence = '';
    },
    async write(text) {
      held += text;
      const lines = held.split(/(?<=\n)/);
      held = lines.at(-1)?.endsWith('\n') ? '' : (lines.pop() ?? '');
      for (const line of lines) await writeLine(line);
      // A line without a backtick so far has nothing to wait for, unless it may yet be a fence.
      if (fence === '' && held.length > 3 && !/[`~]/.test(held)) {
        stream.markdown(held);
        held = '';
      }
    },
  };
}

async function writeProse(line: string, stream: vscode.ChatResponseStream): Promise<void> {
  let from = 0;
  for (const { 0: code, 1: inner = '', index } of line.matchAll(/(?<!`)`([^`\s]+)`(?!`)/g)) {
    const uri = looksLikePath(inner) ? await workspaceUri(inner) : undefined;
    if (uri === undefined) continue;
    if (index > from) stream.markdown(line.slice(from, index));
    stream.anchor(uri, inner);
    from = index + code.length;
  }
  if (from < line.length) stream.markdown(line.slice(from));
}

function looksLikePath(code: string): boolean {
  return /[./\\]/.test(code) && !/^[./\\]+$/.test(code) && code.length < 300;
}
