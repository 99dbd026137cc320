import { isJsonObject, type JsonObject } from '../../converser/json/json.ts';
import type { ToolDefinition } from '../../converser/models/provider.ts';
import { type FittedCall, fitCall } from './find-tool.ts';
import { type Phrase, phrase, type Slots } from './language/phrase.ts';
import { plainRequest } from './language/plain-request.ts';
import { allRules } from './rules/all-rules.ts';
import { type Answer, isToolRule, type Rule, type ToolRule } from './rules/rule.ts';

/** What one request means. */
export type Meaning =
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** It was understood, but there is no such tool here. */
  | { readonly kind: 'no-tool'; readonly wants: string };

export interface PlannedCall extends FittedCall {
  /** What to invoke once this call has a result. */
  readonly followUp?: (result: string) => FittedCall | undefined;
}

/** Longer requests are only looked at for what they begin with: nobody types them. */
const longest = 50_000;

export interface Circumstances {
  readonly tools: readonly ToolDefinition[];
  /** Whether nothing else stands in the message. */
  readonly isWhole: boolean;
}

export function understand(written: string, { tools, isWhole }: Circumstances): Meaning | undefined {
  const request = plainRequest(written);
  if (request === '' || request.length > longest) return undefined;
  let withoutTool: Meaning | undefined;
  for (const { rule, phrases } of compiledRules()) {
    if (isToolRule(rule) && rule.isWhole && !isWhole) continue;
    for (const read of phrases) {
      const slots = read(request);
      const meaning = slots === undefined ? undefined : meaningOf(rule, slots, tools);
      if (meaning?.kind === 'no-tool') withoutTool ??= meaning;
      else if (meaning !== undefined) return meaning;
    }
  }
  return withoutTool;
}

interface CompiledRule {
  readonly rule: Rule;
  readonly phrases: readonly Phrase[];
}

let compiled: readonly CompiledRule[] | undefined;

/** Compiled with the first request, so that loading costs nothing. */
function compiledRules(): readonly CompiledRule[] {
  compiled ??= allRules.map(rule => ({ rule, phrases: rule.says.map(phrase) }));
  return compiled;
}

function meaningOf(rule: Rule, slots: Slots, tools: readonly ToolDefinition[]): Meaning | undefined {
  if (!isToolRule(rule)) return { kind: 'answer', answer: rule.answers };
  const all = eachOf(rule, slots).map(one => ({ slots: one, args: rule.with?.(one) ?? one }));
  if (rule.with !== undefined && all.some(({ slots: one }) => rule.with?.(one) === undefined))
    return undefined;
  const calls = all.map(({ slots: one, args }) => plan(rule, { slots: one, args }, tools));
  const known = calls.filter(call => call !== undefined);
  return known.length === calls.length
    ? { kind: 'calls', calls: known }
    : { kind: 'no-tool', wants: rule.wants };
}

/** The slots once for each member of the list that the rule names. */
function eachOf({ each }: ToolRule, slots: Slots): readonly Slots[] {
  const values = each === undefined ? undefined : slots[each];
  if (each === undefined || !Array.isArray(values)) return [slots];
  return values.map(value => ({ ...slots, [each]: value }));
}

function plan(
  { wants, followUp }: ToolRule,
  { slots, args }: { readonly slots: Slots; readonly args: JsonObject },
  tools: readonly ToolDefinition[],
): PlannedCall | undefined {
  const call = fitCall(wants, args, tools);
  if (call === undefined || followUp === undefined) return call;
  return {
    ...call,
    followUp(result) {
      const next = followUp.with(slots, result);
      return isJsonObject(next) ? fitCall(followUp.wants, next, tools) : undefined;
    },
  };
}
