import { isJsonObject, type JsonObject } from '../../src/converser/ground/json/json.ts';
import { googleSchemaComplaint } from './schema-complaints.ts';

type Body = Readonly<Record<string, unknown>>;

interface Message {
  readonly role: string;
  readonly tool_calls?: readonly { readonly extra_content?: unknown }[];
}

interface Tool {
  readonly function: { readonly parameters?: unknown };
}

/** What Google has for calls that no model of its own has made. */
const dummies = ['skip_thought_signature_validator', 'context_engineering_is_the_way_to_go'];

/**
 * What Gemini refuses over its API that is like OpenAI's: https://ai.google.dev/gemini-api/docs/openai,
 * https://ai.google.dev/gemini-api/docs/thinking and https://ai.google.dev/gemini-api/docs/thought-signatures.
 *
 * @param given the signatures that it has given to calls
 */
export function geminiComplaint(body: Body, given: readonly string[] = []): string | undefined {
  const id = String(body.model);
  const config = thinkingConfig(body);
  const effort = body.reasoning_effort;
  // “`reasoning_effort` and `thinking_level`/`thinking_budget` overlap functionality, so they can't be used at the same time.”
  if (config !== undefined && effort !== undefined)
    return 'reasoning_effort: not together with thinking_config';
  if (config !== undefined && !thinks(id)) return `Thinking is not enabled for models/${id}`;
  const tools = (body.tools ?? []) as readonly Tool[];
  const complaints = tools.map(({ function: { parameters } }, at) => googleSchemaComplaint(parameters, at));
  const complaint =
    effortComplaint(id, effort) ?? configComplaint(id, config ?? {}) ?? complaints.find(Boolean);
  return complaint ?? (/^gemini-2/.test(id) ? undefined : signatureComplaint(body, given));
}

function thinkingConfig({ extra_body: extra }: Body): JsonObject | undefined {
  const google = isJsonObject(extra) ? extra.google : undefined;
  const config = isJsonObject(google) ? google.thinking_config : undefined;
  return isJsonObject(config) ? config : undefined;
}

function thinks(id: string): boolean {
  return /^gemini-(2\.5|3)/.test(id);
}

/** “Reasoning cannot be turned off for Gemini 2.5 Pro or 3 models.” */
function effortComplaint(id: string, effort: unknown): string | undefined {
  if (effort === undefined) return undefined;
  const isSwitch = /^gemini-2\.5-flash/.test(id);
  const levels = ['low', 'medium', 'high', ...(isSwitch ? ['none'] : [])];
  return levels.includes(String(effort)) ? undefined : 'Request contains an invalid argument.';
}

function configComplaint(id: string, config: JsonObject): string | undefined {
  const { thinking_level: level, thinking_budget: budget, include_thoughts: shown } = config;
  if (shown !== undefined && typeof shown !== 'boolean') return 'Invalid value at include_thoughts';
  if (budget !== undefined)
    return /^gemini-2\.5/.test(id) && Number.isInteger(budget) ? undefined : 'Invalid thinking_budget';
  if (level === undefined) return undefined;
  return levelsOf(id).includes(String(level))
    ? undefined
    : `'${level}' is not a supported thinking level for this model. Allowed values are: ${levelsOf(id).join(', ')}.`;
}

function levelsOf(id: string): readonly string[] {
  if (/^gemini-2/.test(id)) return [];
  if (/^gemini-3-pro/.test(id)) return ['low', 'high'];
  const all = ['minimal', 'low', 'medium', 'high'];
  return /-pro|^gemini-3\.[78]-flash$/.test(id) ? all.slice(1) : all;
}

/** Gemini 3 looks at the first call of each step since the user has spoken. */
function signatureComplaint({ messages }: Body, given: readonly string[]): string | undefined {
  const all = messages as readonly Message[];
  const turn = all.slice(all.findLastIndex(({ role }) => role === 'user') + 1);
  const known = [...given, ...dummies];
  const unsigned = turn.findIndex(({ tool_calls: [first] = [] }) => {
    if (first === undefined) return false;
    const google = isJsonObject(first.extra_content) ? first.extra_content.google : undefined;
    return !isJsonObject(google) || !known.includes(String(google.thought_signature));
  });
  return unsigned < 0
    ? undefined
    : `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, position ${unsigned}.`;
}
