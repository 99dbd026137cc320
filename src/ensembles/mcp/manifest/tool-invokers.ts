import type { Tool } from '@modelcontextprotocol/client';
import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { visibleLine } from '../../../converser/ground/wording/visible-text.ts';
import {
  type Invocable,
  type Invoker,
  ordinaryDeduplication,
} from '../../../converser/words/ensemble/invoker.ts';
import {
  launchHash,
  type ServerDefinition,
  sourceOf,
  type ToolSettings,
} from '../definition/server-definition.ts';
import type { Manifest } from './manifest.ts';
import { portableSchema, repairSchema } from './repair-schema.ts';

export interface ToolProblem {
  readonly tool: string;
  /** Settings name an `unknown` tool; an `unusable` or `task-only` one can't be offered. */
  readonly kind: 'unknown' | 'unusable' | 'task-only' | 'quarantined';
  readonly message: string;
}

export interface Offered {
  readonly invokers: readonly Invoker[];
  readonly problems: readonly ToolProblem[];
}

export interface ToolInvokersOptions {
  readonly quarantined: ReadonlyMap<string, string>;
  readonly invocable: (tool: Tool, self: () => Invoker) => Invocable;
}

/** Invariant: only your settings decide effects, repetition and questions. The server's word is a claim. */
export function toolInvokers(
  definition: ServerDefinition,
  manifest: Manifest,
  { quarantined, invocable }: ToolInvokersOptions,
): Offered {
  const problems: ToolProblem[] = [
    ...unknownTools(definition, manifest),
    ...manifest.unusable.map(({ name, reason }) => unusable(name, reason)),
  ];
  const invokers = new Map<string, Invoker>();
  const hash = launchHash(definition);
  for (const tool of manifest.tools) {
    const settings = settingsOf(definition, tool.name);
    if (!isReadable(tool.name)) {
      problems.push(unusable(tool.name, 'Its name is too long or contains invisible characters.'));
      continue;
    }
    const reason = quarantined.get(tool.name);
    if (reason !== undefined) problems.push({ tool: tool.name, kind: 'quarantined', message: reason });
    if (reason !== undefined) continue;
    if (invokers.has(tool.name)) {
      problems.push(unusable(tool.name, 'The server has another tool with this name.'));
      continue;
    }
    if (runsAsTaskOnly(tool)) {
      const message = 'It runs only as a task in the background, which Converser doesn’t support.';
      problems.push({ tool: tool.name, kind: 'task-only', message });
      continue;
    }
    const invoker: Invoker = {
      ...common(definition, tool, settings),
      arguments: repairSchema(tool.inputSchema as JsonObject),
      ...promise(tool, settings),
      implementation: `${launchText(definition)} (sha256 ${hash})`,
      invocable: invocable(tool, () => invoker),
    };
    invokers.set(tool.name, invoker);
  }
  return { invokers: [...invokers.values()], problems: onceEach(problems) };
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks */
function runsAsTaskOnly(tool: Tool): boolean {
  const { execution } = tool as unknown as JsonObject;
  return isJsonObject(execution) && execution.taskSupport === 'required';
}

/** If you are asked about a call, you must be able to recognise the tool. */
function isReadable(name: string): boolean {
  return name.length <= 256 && visibleLine(name) === name;
}

/** Lists show each tool and kind once, so several tools with one name have one problem. */
function onceEach(problems: readonly ToolProblem[]): readonly ToolProblem[] {
  const byKind = new Map<string, ToolProblem>();
  for (const problem of problems) {
    const key = `${problem.kind} ${problem.tool}`;
    if (!byKind.has(key)) byKind.set(key, problem);
  }
  return [...byKind.values()];
}

/** With templates of your own, a result is only what these make of it. */
function promise({ outputSchema }: Tool, { output }: ToolSettings): Pick<Invoker, 'returns'> {
  return output === undefined ? defined({ returns: portableSchema(outputSchema as JsonValue) }) : {};
}

function unusable(tool: string, message: string): ToolProblem {
  return { tool, kind: 'unusable', message };
}

function settingsOf({ tools }: ServerDefinition, name: string): ToolSettings {
  return Object.hasOwn(tools, name) ? (tools[name] ?? {}) : {};
}

function common(
  definition: ServerDefinition,
  tool: Tool,
  settings: ToolSettings,
): Omit<Invoker, 'arguments' | 'returns' | 'implementation' | 'invocable'> {
  const { name: ensemble, origin, timeout, maxTimeout, maxRetries, onFailure, offer } = definition;
  const { annotations = {}, permission, output } = settings;
  const timeLimit = settings.timeout ?? timeout;
  return defined({
    ensemble,
    name: tool.name,
    description: settings.description ?? tool.description ?? tool.title ?? tool.name,
    aliases: settings.aliases ?? [],
    annotations,
    origin,
    describedBy: sourceOf(definition),
    limits: {
      timeLimit,
      totalTimeLimit: Math.max(timeLimit, maxTimeout),
      maxRetries: settings.maxRetries ?? maxRetries ?? 0,
    },
    onFailure: settings.onFailure ?? onFailure ?? 'recover',
    deduplication: settings.deduplication ?? ordinaryDeduplication(annotations),
    offer: settings.offer ?? offer,
    enabled: settings.enabled === false ? false : undefined,
    reads: settings.reads,
    writes: settings.writes,
    claims: claimsOf(tool),
    permission,
    output,
  });
}

function claimsOf({ annotations }: Tool): Invoker['claims'] {
  if (annotations === undefined) return undefined;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
  return defined({
    readOnly: readOnlyHint,
    destructive: destructiveHint,
    idempotent: idempotentHint,
    openWorld: openWorldHint,
  });
}

/** You see it when you are asked about a call. The end of an address may contain a key. */
function launchText({ transport }: ServerDefinition): string {
  if (transport.kind === 'stdio') return [transport.command, ...transport.args].join(' ');
  return transport.url.replace(/[?#].*$/s, '');
}

function unknownTools({ tools }: ServerDefinition, manifest: Manifest): ToolProblem[] {
  const known = new Set([...manifest.tools, ...manifest.unusable].map(({ name }) => name));
  return Object.keys(tools)
    .filter(name => !known.has(name))
    .map(tool => ({ tool, kind: 'unknown', message: unknownMessage(tool, [...known]) }));
}

function unknownMessage(tool: string, known: readonly string[]): string {
  const more = known.length <= mostNames ? '' : ` and ${known.length - mostNames} more`;
  const has = known.length === 0 ? 'It has none.' : `It has ${known.slice(0, mostNames).join(', ')}${more}.`;
  return `The server has no tool ${JSON.stringify(tool)}. ${has}`;
}

const mostNames = 20;
