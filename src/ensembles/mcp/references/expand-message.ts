import { errors } from '../../../converser/ground/errors.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import { text } from '../../../converser/words/canister/content.ts';
import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import type { McpEnsemble } from '../ensemble/mcp-ensemble.ts';
import { mcpEnsembles } from '../ensemble/mcp-ensembles.ts';
import { attachedResources, labelOfServer } from './attached-resources.ts';
import {
  asWord,
  promptArguments,
  promptMeantBy,
  type WrittenPrompt,
  writtenPrompt,
} from './written-prompt.ts';

export interface ExpandPorts {
  readonly roster: EnsembleRoster;
  readonly onRead: (server: McpEnsemble, uri: string) => void;
}

/** Throws a `ConverserError` if a server does not provide what was named. */
export async function expandMessage(
  message: string,
  { roster, onRead }: ExpandPorts,
  signal: AbortSignal,
): Promise<Prompt> {
  const servers = mcpEnsembles(roster);
  if (servers.length === 0 || message.startsWith('/invoke ')) return { content: [text(message)] };
  const documents = attachedResources(message, { servers, onRead, signal });
  const written = writtenPrompt(message);
  const server = servers.find(({ name }) => name === written?.server);
  if (written === undefined || server === undefined) {
    const { documents: attached, labels } = await documents;
    return { content: [text(message)], documents: attached, labels };
  }
  const [attached, prompt] = await Promise.all([documents, fetchPrompt(server, written, signal)]);
  const label = labelOfServer(server);
  const foreign = [...prompt.content, ...prompt.documents].map(part => [part, label] as const);
  return {
    content: prompt.content,
    documents: [...attached.documents, ...prompt.documents],
    labels: new Map([...attached.labels, ...foreign]),
  };
}

async function fetchPrompt(server: McpEnsemble, written: WrittenPrompt, signal: AbortSignal) {
  const known = await server.library.prompts(signal);
  const declared = promptMeantBy(written.prompt, known);
  if (declared === undefined) {
    const names = known.map(({ name }) => asWord(name)).join(', ') || 'none';
    throw errors.badArguments(`${server.title} has no prompt ${written.prompt}. Available: ${names}`);
  }
  const args = promptArguments(written, declared);
  return server.writePrompt({ name: declared.name, arguments: { ...args } }, signal);
}
