import type { PausedInvoker } from '../../converser/call/invocation/invoker-breakers.ts';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import { shortened } from '../../converser/ground/wording/cut-text.ts';
import { countText, waitText } from '../../converser/ground/wording/numbers.ts';
import type { Annotations, Invoker } from '../../converser/words/ensemble/invoker.ts';
import type { ServerTransport } from '../../ensembles/mcp/definition/server-definition.ts';
import { isMcpEnsemble } from '../../ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import { escapeMarkdown, inlineCode } from '../common/markdown.ts';
import { type EnsembleNode, type ToolNode, toolCountText } from './ensembles-tree-nodes.ts';

/** Text from a server is escaped. */
export function ensembleTooltip(
  node: EnsembleNode,
  { origin }: { readonly origin: string | undefined },
): string {
  const { title, ensemble, status, tokens, total } = node;
  const own = isMcpEnsemble(ensemble) ? ensemble.manifest : undefined;
  const info = own?.serverInfo;
  return paragraphs([
    `**${escapeMarkdown(title)}**: ${escapeMarkdown(status.word)}`,
    status.reason && escapeMarkdown(status.reason),
    escapeMarkdown(ensemble.description),
    total > 0 && `${toolCountText(node)}, about ${countText(tokens, 'token')} per request`,
    origin && escapeMarkdown(origin),
    isMcpEnsemble(ensemble) && launchOf(ensemble.definition.transport),
    info && `_Server:_ ${escapeMarkdown(`${info.title ?? info.name} ${info.version}`)}`,
    own?.instructions &&
      `_Instructions from the server:_ ${escapeMarkdown(shortened(own.instructions, 400))}`,
  ]);
}

export function toolTooltip({ fullName, invoker, problem, off, paused, tokens }: ToolNode): string {
  return paragraphs([
    `**${escapeMarkdown(fullName)}**`,
    problem && `$(warning) Not offered: ${escapeMarkdown(problem.message)}`,
    problem?.kind === 'quarantined' && 'Select it to review the change.',
    paused && `$(warning) ${escapeMarkdown(pausedText(paused))}`,
    off && `$(circle-slash) ${escapeMarkdown(off)}`,
    invoker && escapeMarkdown(shortened(invoker.description, 4_000)),
    invoker && argumentsOf(invoker),
    invoker && `Permission: ${permissionOf(invoker)}`,
    invoker && `Time limit: ${limitOf(invoker)}`,
    invoker?.claims && claimsOf(invoker.claims),
    invoker && `About ${countText(tokens, 'token')} per request`,
  ]);
}

function pausedText({ message, wait }: PausedInvoker): string {
  const when = wait === 0 ? 'The next call tries it.' : `A call may try it in ${waitText(wait)}.`;
  return `Keeps failing, so its calls are paused. ${when} The last time: ${shortened(message, 400)}`;
}

function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n');
}

function launchOf(transport: ServerTransport): string {
  return inlineCode(
    transport.kind === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url,
  );
}

function argumentsOf({ arguments: schema }: Invoker): string {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const required = Array.isArray(schema.required) ? schema.required : [];
  if (properties.length === 0) return 'No arguments';
  const lines = properties.slice(0, mostArguments).map(([name, property]) => {
    const { type, description } = isJsonObject(property) ? property : {};
    const kind = typeof type === 'string' ? ` (${escapeMarkdown(type)})` : '';
    const need = required.includes(name) ? '' : ', optional';
    const what = typeof description === 'string' ? `: ${escapeMarkdown(shortened(description, 200))}` : '';
    return `- ${inlineCode(name)}${kind}${need}${what}`;
  });
  const more = properties.length - lines.length;
  return ['Arguments:', ...lines, ...(more === 0 ? [] : [`- … and ${more} more`])].join('\n');
}

/** As many as a tooltip shows. */
const mostArguments = 50;

function permissionOf({ permission, annotations, origin }: Invoker): string {
  if (permission === 'deny') return 'never runs';
  if (permission === 'ask' || origin === 'workspace') return 'asks';
  if (permission === 'allow' || annotations.readOnly === true) return 'runs without asking';
  return 'asks, because it may make changes';
}

function limitOf({ limits: { timeLimit, totalTimeLimit = timeLimit } }: Invoker): string {
  const total = waitText(totalTimeLimit);
  return totalTimeLimit <= timeLimit ? total : `${waitText(timeLimit)} without progress, ${total} in total`;
}

/** A server may say anything about its tools, so these are marked as claims. */
function claimsOf(claims: Annotations): string {
  const claimed = [
    claims.readOnly && 'read-only',
    claims.destructive && 'may delete or overwrite',
    claims.idempotent && 'safe to repeat',
    claims.openWorld && 'reaches beyond this machine',
  ].filter(Boolean);
  return claimed.length === 0 ? '' : `_Claimed by the server, not verified:_ ${claimed.join(', ')}`;
}
