import { shortened } from '../../converser/ground/wording/cut-text.ts';
import type { ToolDefinition } from '../../converser/words/models/provider.ts';
import { codeBlock, inlineCode } from '../../converser/words/texts/markdown-code.ts';
import { toolsNamed } from './find-tool.ts';
import { rules } from './phrases.ts';
import type { Attachment } from './read-turn.ts';

export const whoItIs =
  'I am Rehearsal, a rule-based demo and not a language model. I turn a few plain requests into tool calls, without a network or a key.';

export function unknownRequestText(requests: readonly string[]): string {
  const written = requests.map(request => inlineCode(shortened(request, 80))).join(', ');
  const what = written === '' ? 'I found no request here.' : `I have no rule for ${written}.`;
  return `${what} To ask anything, connect to a language model (in VS Code: *Converser: Connect to Models…*).`;
}

export function missingToolsText(wanted: readonly string[]): string {
  const names = [...new Set(wanted)].map(inlineCode).join(' and ');
  return `This needs the tool ${names}, which isn’t available.`;
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

export function examplesText(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return noTools;
  const list = [...examplesWith(tools).map(example => `- ${example}`), `- ${anyTool} calls any tool`].join(
    '\n',
  );
  return `Try for example:\n\n${list}\n\nJoin several requests with “and” or “then”.`;
}

export function fewExamplesText(tools: readonly ToolDefinition[]): string {
  if (tools.length === 0) return noTools;
  const [first, second] = examplesWith(tools);
  const some = [first, second].filter(example => example !== undefined);
  const tried = some.length === 0 ? anyTool : some.join(' or ');
  return `What I understand is for example ${tried}; ask ${inlineCode('what can you do?')} for more.`;
}

const noTools = 'No tools are available. Enable an ensemble first.';
const anyTool = inlineCode('/invoke ensemble:name {json}');

function examplesWith(tools: readonly ToolDefinition[]): readonly string[] {
  return rules.flatMap(({ wants, example }) =>
    example !== undefined && toolsNamed(wants, tools).length > 0 ? [inlineCode(example)] : [],
  );
}
