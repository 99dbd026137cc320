import { textOf } from '../../converser/words/canister/content.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { codeBlock, inlineCode } from '../../converser/words/texts/markdown-code.ts';
import { lastPart } from './find-tool.ts';
import type { Answered } from './read-turn.ts';

/** `forScreen` writes the results as their tools show them to people. */
export function describeResults(calls: readonly Answered[], forScreen: boolean): string {
  return calls
    .map(call => (forScreen ? call.result?.screen : undefined) ?? describeResult(call))
    .join('\n\n');
}

function describeResult({ invocation, result }: Answered): string {
  const name = inlineCode(invocation.ensemble === '' ? invocation.name : fullName(invocation));
  if (result === undefined) return `${name} has no result.`;
  const { message } = result.failure ?? {};
  if (message !== undefined) return `${name} failed: ${quoted(message)}`;
  const content = textOf(result.content);
  if (content.trim() === '') return `${name} returned nothing.`;
  switch (lastPart(invocation.name)) {
    case 'read_file':
      return fileText(content, invocation.arguments.path);
    case 'roll':
      return `Rolled ${quoted(content)}`;
    case 'summarize_file':
    case 'summarize_folder':
    case 'summarize_conversation':
      return proseText(content);
    default:
      return isShort(content) ? quoted(content) : `${name} returned:\n\n${block(content)}`;
  }
}

function fileText(content: string, path: unknown): string {
  const [, body = '', note] = /^(?:([\s\S]*)\n)?\[([^\n]+)\]\s*$/.exec(content) ?? ['', content];
  const name = typeof path === 'string' ? path : 'file';
  const title = `**${inlineCode(name)}**${note === undefined ? '' : ` (${note.replace(/\.$/, '')})`}`;
  const language = /\.([A-Za-z0-9]+)$/.exec(name)?.[1];
  return body.trim() === '' ? title : `${title}:\n\n${codeBlock(body, language)}`;
}

/** Lines of prose are not Markdown, because they may hold what files hold. */
function proseText(content: string): string {
  return content
    .split('\n')
    .map(line => {
      const [, mark = '', words = ''] = /^(- )?(.*)$/.exec(line) ?? [];
      const bare = words.replace(/^\[(.*)\]$/, '$1');
      return `${mark}${isPlain(bare) ? words : inlineCode(words)}`;
    })
    .join('\n');
}

function isPlain(value: string): boolean {
  return !/[`*<>[\]#|\\~\n]|(?<!\w)_|_(?!\w)/.test(value);
}

function quoted(content: string): string {
  if (isPlain(content)) return content;
  return isShort(content) ? inlineCode(content) : `\n\n${block(content)}`;
}

function isShort(content: string): boolean {
  return !content.includes('\n') && content.length <= 300 && asJson(content) === undefined;
}

function block(content: string): string {
  const json = asJson(content);
  return codeBlock(json ?? content, json === undefined ? '' : 'json');
}

function asJson(content: string): string | undefined {
  if (!/^\s*[{[]/.test(content)) return undefined;
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2);
  } catch {
    return undefined;
  }
}
