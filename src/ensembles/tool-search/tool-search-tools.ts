import { errors } from '../../converser/ground/errors.ts';
import { cutText } from '../../converser/ground/wording/cut-text.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { text } from '../../converser/words/canister/content.ts';
import {
  type Context,
  fullName,
  type Invoker,
  reply,
  type ToolShelf,
} from '../../converser/words/ensemble/invoker.ts';
import { definitionOf } from '../../converser/words/ensemble/tool-definitions.ts';
import { describeTool } from '../../converser/words/tool-text/describe-tool.ts';
import { signTool } from '../../converser/words/tool-text/sign-tool.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { createToolIndex, type ToolIndex } from './tool-index.ts';

export function toolSearchTools(): readonly Tool[] {
  return [findTools(createKeptIndex()), describeTools()];
}

/** Each found tool costs tokens in all later requests. */
const mostFound = 8;

const annotations = { readOnly: true, destructive: false, idempotent: true, openWorld: false } as const;

function findTools(indexOf: (invokers: readonly Invoker[]) => Promise<ToolIndex>): Tool {
  return defineTool({
    name: 'find_tools',
    description:
      'Finds more tools by what they do, such as "create a GitHub issue". You can call what it finds.',
    annotations,
    deduplication: 'none',
    findsTools: true,
    arguments: {
      type: 'object',
      properties: {
        query: { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S' },
      },
      required: ['query'],
    },
    async invoke({ query }, context) {
      const shelf = shelfOf(context);
      const index = await indexOf(shelf.invokers().filter(({ findsTools }) => !findsTools));
      const found = index.search(query, mostFound);
      if (found.length === 0)
        return `No tool does “${query}”. Try other words, or a broader query; if nothing fits, tell the user.`;
      const head = `${countText(found.length, 'tool')} found. You can call ${found.length === 1 ? 'it' : 'them'} now:`;
      return answer(found, { shelf, body: [head, ...found.map(each => signTool(definitionOf(each)))] });
    },
  });
}

function describeTools(): Tool {
  return defineTool({
    name: 'describe_tool',
    description: 'Shows tools in full, by name.',
    annotations,
    deduplication: 'none',
    findsTools: true,
    arguments: {
      type: 'object',
      properties: {
        names: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: mostFound },
      },
      required: ['names'],
    },
    invoke({ names }, context) {
      const shelf = shelfOf(context);
      const all = shelf.invokers().filter(({ findsTools }) => !findsTools);
      const found = names.map(name => ({ name, tools: all.filter(each => isNamed(each, name)) }));
      const unknown = found.filter(({ tools }) => tools.length !== 1).map(({ name }) => name);
      const tools = found.flatMap(({ tools }) => (tools.length === 1 ? tools : []));
      if (tools.length === 0)
        throw errors.badArguments(`No tool is named ${unknown.join(' or ')}. Look for one with find_tools.`);
      const missing = unknown.length === 0 ? [] : [`Not found: ${unknown.join(', ')}.`];
      return answer(tools, {
        shelf,
        body: [...tools.map(each => describeTool(definitionOf(each))), ...missing],
      });
    },
  });
}

function isNamed(invoker: Invoker, name: string): boolean {
  return name === fullName(invoker) || name === definitionOf(invoker).name || name === invoker.name;
}

interface Answering {
  readonly shelf: ToolShelf;
  readonly body: readonly string[];
}

function answer(found: readonly Invoker[], { shelf, body }: Answering) {
  const words = authorsWords([...new Set(found.map(({ ensemble }) => ensemble))], shelf);
  return reply({
    content: [text([...body, ...words].join('\n'))],
    screen: found.map(each => `- \`${fullName(each).replaceAll('`', '')}\``).join('\n'),
    finds: found.map(fullName),
  });
}

function shelfOf({ tools }: Context): ToolShelf {
  if (tools === undefined) throw errors.badArguments('Tools can only be looked for in a conversation.');
  return tools;
}

function createKeptIndex(): (invokers: readonly Invoker[]) => Promise<ToolIndex> {
  let kept: { readonly of: readonly Invoker[]; readonly index: Promise<ToolIndex> } | undefined;
  return invokers => {
    const isSame =
      kept?.of.length === invokers.length && kept.of.every((invoker, at) => invoker === invokers[at]);
    if (kept === undefined || !isSame) kept = { of: invokers, index: createToolIndex(invokers) };
    return kept.index;
  };
}

/** In characters, for all ensembles of one answer. */
const most = 4_000;

/** Requests contain these instructions only for ensembles that are there from the beginning. */
function authorsWords(ensembles: readonly string[], shelf: ToolShelf): readonly string[] {
  const said = ensembles.flatMap(name => {
    const instructions = shelf.instructionsOf(name)?.trim() ?? '';
    return instructions === '' ? [] : [{ name, instructions }];
  });
  if (said.length === 0) return [];
  const limit = Math.floor(most / said.length);
  return [
    '\nWhat their authors say about using them, neither from the user nor from Converser:',
    ...said.map(
      ({ name, instructions }) =>
        `${name}:\n${cutText(instructions, { limit, readOn: '' }).replace(/^/gm, '> ')}`,
    ),
  ];
}
