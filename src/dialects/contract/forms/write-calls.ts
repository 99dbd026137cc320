import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { valueText } from '../../../converser/words/texts/arguments-text.ts';
import type { ContractStyle } from './contract-form.ts';

export interface WrittenCall {
  readonly name: string;
  readonly arguments: JsonValue;
}

export function writeCalls(calls: readonly WrittenCall[], style: ContractStyle): string {
  switch (style) {
    case 'json':
      return JSON.stringify({ calls });
    case 'hermes':
      return calls.map(call => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`).join('\n');
    case 'qwen-xml':
      return calls.map(inTags).join('\n');
  }
}

function inTags({ name, arguments: given }: WrittenCall): string {
  const entries = isJsonObject(given) ? Object.entries(given) : [];
  const parameters = entries.map(([key, value]) => `<parameter=${key}>\n${valueText(value)}\n</parameter>`);
  return ['<tool_call>', `<function=${name}>`, ...parameters, '</function>', '</tool_call>'].join('\n');
}

export function writeResults(results: readonly JsonObject[], style: ContractStyle): string {
  if (style === 'json') return JSON.stringify({ results });
  return results.map(result => `<tool_response>\n${JSON.stringify(result)}\n</tool_response>`).join('\n');
}
