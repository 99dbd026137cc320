import type { ToolDefinition } from '../../converser/models/provider.ts';
import { toolsNamed } from './find-tool.ts';
import { codeBlock, inlineCode } from './markdown.ts';
import { rules } from './phrases.ts';
import type { Attachment } from './read-turn.ts';

/** Said once per conversation. */
export const announcement = '*This is Rehearsal, a rule-based demo. It is not a language model.*';

export function greeting(tools: readonly ToolDefinition[]): string {
  return `Hello! ${examplesText(tools)}`;
}

export function whoItIs(tools: readonly ToolDefinition[]): string {
  return `I am Rehearsal, a rule-based demo and not a language model. I turn a few plain requests into tool calls, without a network or a key. ${examplesText(tools)}`;
}

export function unknownRequestText(requests: readonly string[], tools: readonly ToolDefinition[]): string {
  const written = requests
    .map(request => inlineCode(request.length > 80 ? `${request.slice(0, 79)}…` : request))
    .join(', ');
  const what = written === '' ? 'I found no request here.' : `I have no rule for ${written}.`;
  return `${what} I am a rule-based demo, not a language model. ${examplesText(tools)}`;
}

export function missingToolsText(wanted: readonly string[], tools: readonly ToolDefinition[]): string {
  const names = [...new Set(wanted)].map(inlineCode).join(' and ');
  return `This needs the tool ${names}, which isn’t available. ${examplesText(tools)}`;
}

const longest = 20_000;

export function quoteDocuments(documents: readonly Attachment[]): string {
  if (documents.length === 0)
    return 'Nothing is attached. Attach a file, or name one: *what is in README.md?*';
  return documents
    .map(({ name = 'Attachment', text }) => {
      const file = name.slice(name.lastIndexOf('/') + 1);
      const language = /\.([A-Za-z0-9]+)(?:#.*)?$/.exec(file)?.[1];
      const cut = text.length > longest ? ` (the first ${longest} of ${text.length} characters)` : '';
      return `**${inlineCode(file)}**${cut}:\n\n${codeBlock(text.slice(0, longest), language)}`;
    })
    .join('\n\n');
}

function examplesText(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return 'No tools are available. Enable an ensemble first.';
  const examples = rules.flatMap(({ wants, example }) =>
    example !== undefined && toolsNamed(wants, tools).length > 0 ? [`- ${inlineCode(example)}`] : [],
  );
  const list = [...examples, '- `/invoke ensemble:name {json}` calls any tool'].join('\n');
  return `Try for example:\n\n${list}\n\nJoin several requests with “and” or “then”.`;
}
