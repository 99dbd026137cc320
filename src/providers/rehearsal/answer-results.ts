import { textOf } from '../../converser/canister/content.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import { lastPart } from './find-tool.ts';
import { codeBlock, inlineCode, isPlain } from './markdown.ts';
import type { Answered } from './read-turn.ts';

/** What came of the calls of a turn, in Markdown: only what the results say. */
export function answerResults(calls: readonly Answered[]): string {
  return calls.map(answerOne).join('\n\n');
}

function answerOne({ invocation, result }: Answered): string {
  const name = inlineCode(shownName(invocation));
  if (result === undefined) return `${name} has no result.`;
  const content = textOf(result.content);
  if (result.failure !== undefined)
    return `${name} failed (${result.failure.kind}): ${quoted(result.failure.message)}`;
  if (content.trim() === '') return `${name} returned nothing.`;
  const way = ways[lastPart(invocation.name)] ?? otherwise;
  return way(content, { args: invocation.arguments, name });
}

function shownName({ ensemble, name }: Answered['invocation']): string {
  const [first, ...rest] = name.split('__');
  return ensemble === '' && rest.length > 0
    ? fullName({ ensemble: first ?? '', name: lastPart(name) })
    : fullName({ ensemble, name });
}

interface Called {
  readonly args: JsonObject;
  readonly name: string;
}

type Way = (content: string, called: Called) => string;

/** How the results of some tools are best shown; all others are quoted. */
const ways: Readonly<Record<string, Way>> = {
  read_file: fileWay,
  read_text_file: fileWay,
  list_directory: (content, { args }) => listWay(content, `In ${place(args, 'the workspace')}:`),
  find_files: (content, { args }) =>
    listWay(content, `Files that match ${shown(args.glob ?? args.pattern)}:`),
  search_text: (content, { args }) => blockWay(content, `Found for ${shown(args.query)}:`),
  get_diagnostics: (content, { args }) => blockWay(content, `Problems in ${place(args, 'the workspace')}:`),
  get_symbols: (content, { args }) => blockWay(content, `Symbols of ${shown(args.path ?? args.name)}:`),
  edit_file: content => {
    const [first = '', ...diff] = content.split('\n');
    return diff.length === 0 ? quoted(content) : `${quoted(first)}\n\n${codeBlock(diff.join('\n'), 'diff')}`;
  },
  write_file: quoted,
  move_file: quoted,
  delete_file: quoted,
  roll: (content, { args }) =>
    content.startsWith(`${args.dice}:`)
      ? `Rolled ${quoted(content)}`
      : `Rolled ${shown(args.dice)}: ${quoted(content)}`,
  choose: content => `Chosen: ${quoted(content)}`,
  sample: content => `Drawn: ${quoted(field(content, 'sample'))}`,
  random_number: content => `The number: ${quoted(content)}`,
  current_time: quoted,
  convert_time: quoted,
  duration: (content, { args }) =>
    `From ${shown(args.start)} to ${shown(args.end)}: ${quoted(field(content, 'duration'))}`,
  add_duration: quoted,
};

function otherwise(content: string, { name }: Called): string {
  return blockWay(content, `${name} answered:`);
}

/** A file's text, and below it the note on what of the file this is. */
function fileWay(content: string, { args }: Called): string {
  const [, body = content, note] = /^(?:([\s\S]*)\n)?\[([^\n]+)\]\s*$/.exec(content) ?? [];
  const path = typeof args.path === 'string' ? args.path : '';
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1] ?? '';
  const title = path === '' ? 'The file' : `**${inlineCode(path)}**`;
  if (note !== undefined && body === content) return `${title}: ${quoted(note)}`;
  const caption = note === undefined ? '' : ` (${note.replace(/\.$/, '')})`;
  return `${title}${isPlain(caption) ? caption : ''}:\n\n${codeBlock(body, ending)}`;
}

/** Lines as a list, when they are names and few enough. */
function listWay(content: string, title: string): string {
  const lines = content.split('\n').filter(line => line.trim() !== '');
  if (isSentence(content)) return quoted(content);
  if (lines.length > 200) return `${title}\n\n${codeBlock(content)}`;
  return `${title}\n\n${lines.map(line => (line.startsWith('[') ? `\n${quoted(line)}` : `- ${inlineCode(line)}`)).join('\n')}`;
}

/** A sentence in place of lines: nothing was found. */
function isSentence(content: string): boolean {
  return !content.includes('\n') && /^[A-Z].*[a-z] .*\.$/.test(content);
}

function blockWay(content: string, title: string): string {
  if (isSentence(content)) return quoted(content);
  const json = asJson(content);
  return `${title}\n\n${codeBlock(json ?? content, json === undefined ? '' : 'json')}`;
}

/** One field of a result that is JSON; all of it where it is not, or has no such field. */
function field(content: string, name: string): string {
  const json = asJson(content);
  const value: unknown = json === undefined ? undefined : (JSON.parse(json) as Record<string, unknown>)[name];
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(', ') : content;
}

function asJson(content: string): string | undefined {
  if (!/^\s*[{[]/.test(content)) return undefined;
  try {
    return JSON.stringify(JSON.parse(content), undefined, 2);
  } catch {
    return undefined;
  }
}

/** As it is where Markdown changes nothing, otherwise as code. */
function quoted(content: string): string {
  if (isPlain(content)) return content;
  const json = asJson(content);
  if (json !== undefined) return `\n\n${codeBlock(json, 'json')}`;
  return content.includes('\n') || content.length > 300 ? `\n\n${codeBlock(content)}` : inlineCode(content);
}

function shown(value: unknown): string {
  if (value === undefined) return 'this';
  return inlineCode(typeof value === 'string' ? value : JSON.stringify(value));
}

function place(args: JsonObject, otherwisePlace: string): string {
  const { path } = args;
  return isJsonObject(path) || path === undefined || path === '.' || path === ''
    ? otherwisePlace
    : shown(path);
}
