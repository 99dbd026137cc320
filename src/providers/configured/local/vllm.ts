import { defined } from '../../../converser/ground/json/defined.ts';
import { isJsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import { type Ask, type LocalModel, type LocalServer, tokensIn } from './local-server.ts';

/** https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html */
export const vllm: LocalServer = { id: 'vllm', ports: [8000], read };

/** Whether it calls tools depends on how it was started, which it does not report. */
async function read(ask: Ask): Promise<readonly LocalModel[] | undefined> {
  const entries = entriesIn(await ask('/v1/models'));
  if (entries === undefined || !entries.every(({ owned_by: owner }) => owner === 'vllm')) return undefined;
  return entries.map(({ id, max_model_len: longest }) => ({
    id,
    isChat: true,
    facts: defined({ contextTokens: tokensIn(longest) }),
  }));
}

export type ListEntry = { readonly id: string } & { readonly [key: string]: JsonValue };

export function entriesIn(answer: JsonValue | undefined): readonly ListEntry[] | undefined {
  if (!isJsonObject(answer) || !Array.isArray(answer.data)) return undefined;
  return answer.data.flatMap((entry: JsonValue) =>
    isJsonObject(entry) && typeof entry.id === 'string' ? [{ ...entry, id: entry.id }] : [],
  );
}
