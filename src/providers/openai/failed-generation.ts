import { isJsonObject, type JsonValue, parseJson } from '../../converser/ground/json/json.ts';
import type { ModelEvent } from '../../converser/words/models/provider.ts';
import { replyLimits } from '../../converser/words/models/reply-limits.ts';
import { readArguments } from '../../dialects/call-arguments.ts';
import { ReportedError } from '../../dialects/reported-error.ts';

type Call = Extract<ModelEvent, { type: 'invocation' }>;

/**
 * Some servers reject a reply if the arguments of its calls do not fit the schema, or if they could not read the calls.
 * Others pass such calls on; the model learns what is wrong and corrects itself. https://console.groq.com/docs/tool-use
 */
export function callsRejected(cause: unknown): readonly ModelEvent[] | undefined {
  const { code, failed_generation: written } = reportIn(cause);
  if (code !== 'tool_use_failed' || typeof written !== 'string') return undefined;
  const calls = readCalls(written.trim());
  if (calls.length === 0 || calls.length > replyLimits.calls) return undefined;
  return [...calls, { type: 'finish', reason: 'invocations' }];
}

/** The report is in an error of the SDK, or it came in the middle of a stream. */
function reportIn(cause: unknown): Readonly<Record<string, unknown>> {
  const report = cause instanceof ReportedError ? cause.report : Object(cause).error;
  return isJsonObject(report) ? report : {};
}

/** The calls are JSON, in a fence or without one, or in Llama's form: `<function=name>{…}</function>`. */
function readCalls(written: string): readonly Call[] {
  const value = parseJson(written.replace(/^```(json)?/, '').replace(/```$/, ''));
  if (value !== undefined) return callsOf(value);
  const [head, name] = /^<?(?:function=)?([\w.-]{1,64})>?\s*(?=\{)/.exec(written) ?? [];
  if (head === undefined || name === undefined) return [];
  return [callOf(name, written.slice(head.length).replace(/<\/function>$/, ''))];
}

function callsOf(value: JsonValue): readonly Call[] {
  if (Array.isArray(value)) return value.flatMap(each => callsOf(each));
  if (!isJsonObject(value)) return [];
  const { tool_calls: several, function: called = value, name, arguments: args = value.parameters } = value;
  if (Array.isArray(several)) return callsOf(several);
  if (typeof name === 'string') return [callOf(name, args)];
  if (!isJsonObject(called) || typeof called.name !== 'string') return [];
  return [callOf(called.name, called.arguments ?? called.parameters ?? args)];
}

function callOf(name: string, args: JsonValue | undefined): Call {
  return {
    type: 'invocation',
    name,
    arguments: typeof args === 'string' ? readArguments(args) : (args ?? {}),
  };
}
