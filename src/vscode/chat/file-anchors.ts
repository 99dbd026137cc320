import * as vscode from 'vscode';
import { decoded } from '../../converser/ground/json/decoded.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';

export interface FileAnchors {
  write(text: string): Promise<void>;
  flush(): Promise<void>;
  /** Writes what was held back, and closes an open code block. */
  breakOff(): Promise<void>;
}

/** What may become an anchor is held back until the end of its line; fenced code is left alone. */
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
      // A line without a backtick or a bracket so far has nothing to wait for, unless it may become a fence.
      if (fence === '' && held.length > 3 && !/[`~[]/.test(held)) {
        stream.markdown(held);
        held = '';
      }
    },
  };
}

const mention = /(?<!`)`([^`\s]+)`(?!`)|(?<!!)\[((?:[^[\]\\]|\\.)+)\]\((<[^<>]*>|[^()\s]+)\)/g;

async function writeProse(line: string, stream: vscode.ChatResponseStream): Promise<void> {
  let from = 0;
  for (const { 0: whole, 1: code, 2: label, 3: place = '', index } of line.matchAll(mention)) {
    const target = code === undefined ? await linked(place) : await named(code);
    if (target === undefined) continue;
    if (index > from) stream.markdown(line.slice(from, index));
    stream.anchor(target, code ?? plain(label ?? ''));
    from = index + whole.length;
  }
  if (from < line.length) stream.markdown(line.slice(from));
}

/** `src/main.ts`, or `src/main.ts:12`. */
async function named(code: string): Promise<vscode.Uri | vscode.Location | undefined> {
  if (!looksLikePath(code)) return undefined;
  const [, path = code, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(code) ?? [];
  return place(path, line);
}

/** A link has no scheme here, as in `src/main.ts#L12`. VS Code would show only its text. */
async function linked(href: string): Promise<vscode.Uri | vscode.Location | undefined> {
  const target = href.replace(/^<|>$/g, '');
  if (/^[a-z][a-z\d+.-]*:/i.test(target) || target.startsWith('#') || target.startsWith('//'))
    return undefined;
  const [, path = target, line] = /^(.*?)(?:#L|:)(\d+)(?:\D.*)?$/.exec(target) ?? [];
  return place(decoded(path), line);
}

async function place(
  path: string,
  line: string | undefined,
): Promise<vscode.Uri | vscode.Location | undefined> {
  const uri = await workspaceUri(path);
  if (uri === undefined || line === undefined) return uri;
  return new vscode.Location(uri, new vscode.Position(Math.max(0, Number(line) - 1), 0));
}

/** A label may be code, or emphasised. */
function plain(label: string): string {
  return label.replace(/[`*]|\\(?=[^\w\s])/g, '');
}

function looksLikePath(code: string): boolean {
  return /[./\\]/.test(code) && !/^[./\\]+$/.test(code) && code.length < 300;
}
