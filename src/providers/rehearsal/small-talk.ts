import type { ToolDefinition } from '../../converser/models/provider.ts';
import { lastPart, toolsCalled } from './find-tool.ts';
import { codeBlock, inlineCode } from './markdown.ts';
import type { Attachment } from './read-turn.ts';
import { toldRules } from './rules/all-rules.ts';
import { isToolRule } from './rules/rule.ts';

/** What is said once in a conversation. */
export const announcement = '*This is Rehearsal: it goes by rules and is no language model.*';

export function greeting(tools: readonly ToolDefinition[]): string {
  return `Hello! ${whatCanBeAsked(tools)}`;
}

export function whoItIs(tools: readonly ToolDefinition[]): string {
  return `I am Rehearsal. I go by rules and am no language model: I turn plain requests into calls of tools, and need neither a network nor a key. ${whatCanBeAsked(tools)}`;
}

export function notUnderstood(requests: readonly string[], tools: readonly ToolDefinition[]): string {
  const written = requests.map(request => inlineCode(short(request))).join(', ');
  const what = written === '' ? 'I found no request in this.' : `I have no rule for ${written}.`;
  return `${what} I am rule-based and no language model. ${whatCanBeAsked(tools)}`;
}

export function missingTools(wanted: readonly string[], tools: readonly ToolDefinition[]): string {
  const names = [...new Set(wanted)].map(inlineCode).join(' and ');
  const known = tools.slice(0, 10).map(({ name }) => inlineCode(lastPart(name)));
  const more = tools.length > known.length ? `, and ${tools.length - known.length} more` : '';
  const there = known.length === 0 ? 'No tools are available.' : `Available: ${known.join(', ')}${more}.`;
  return `That needs the tool ${names}, which is not available here. ${there}`;
}

export function quoteDocuments(documents: readonly Attachment[]): string {
  if (documents.length === 0)
    return 'Nothing is attached. Attach a file, or name one: *what is in README.md?*';
  return documents.map(quoteDocument).join('\n\n');
}

const longest = 20_000;

function quoteDocument({ name, text }: Attachment): string {
  const title = name === undefined ? 'Attached' : `**${inlineCode(shortName(name))}**`;
  const ending = /\.([A-Za-z0-9]+)(?:#.*)?$/.exec(name ?? '')?.[1] ?? '';
  const cut = text.length > longest ? ` (the first ${longest} of ${text.length} characters)` : '';
  return `${title}${cut}:\n\n${codeBlock(text.slice(0, longest), ending)}`;
}

function shortName(uri: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(uri) ? (uri.split('/').at(-1) ?? uri) : uri;
}

function whatCanBeAsked(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0)
    return 'No tools are available, so there is little to ask for. Enable an ensemble first.';
  const examples = toldRules
    .filter(isToolRule)
    .flatMap(({ wants, example }) =>
      example !== undefined && toolsCalled(wants, tools).length > 0 ? [example] : [],
    );
  const list = examples.map(example => `- ${inlineCode(example)}`);
  const invoke = '- `/invoke ensemble:name {json}` for any tool';
  return `Ask for example:\n\n${[...list, invoke].join('\n')}\n\nSeveral requests may stand in one message, joined by “and” or “then”.`;
}

function short(request: string): string {
  const line = request.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}
