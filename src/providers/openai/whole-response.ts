import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';

/** Servers that do not stream send a whole response. */
export function eventsOfResponse(response: JsonObject): readonly ResponseStreamEvent[] {
  const { output, status } = response;
  if (!Array.isArray(output)) return [];
  const end = { type: status === 'incomplete' ? 'response.incomplete' : 'response.completed', response };
  return [
    ...output.filter(isJsonObject).flatMap(eventsOfItem),
    end,
  ] as unknown as readonly ResponseStreamEvent[];
}

function eventsOfItem(item: JsonObject, output_index: number): readonly object[] {
  const done = { type: 'response.output_item.done', output_index, item };
  if (item.type === 'reasoning') return [...listOf(item.summary).flatMap(eventsOfSummary), done];
  if (item.type !== 'message') return [done];
  const added = { type: 'response.output_item.added', output_index, item };
  return [added, ...listOf(item.content).flatMap(eventsOfPart), done];
}

function eventsOfSummary({ text }: JsonObject, summary_index: number): readonly object[] {
  if (typeof text !== 'string') return [];
  return [
    { type: 'response.reasoning_summary_part.added', summary_index },
    { type: 'response.reasoning_summary_text.delta', delta: text },
  ];
}

function eventsOfPart({ text, refusal }: JsonObject): readonly object[] {
  if (typeof refusal === 'string') return [{ type: 'response.refusal.delta', delta: refusal }];
  return typeof text === 'string' ? [{ type: 'response.output_text.delta', delta: text }] : [];
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
