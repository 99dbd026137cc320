import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { toolUses } from '../facts/provider-definition.ts';
import type { Conclusions, KeptCard } from './capability-card.ts';
import { readForm } from './forge/contract-trial.ts';

/** Anyone may have edited the file. Returns `undefined` if it isn't a card of this version. */
export function readCard(written: JsonValue | undefined): KeptCard | undefined {
  if (!isJsonObject(written) || written.version !== 1) return undefined;
  const { checked, conclusions } = written;
  if (!isTime(checked) || !isJsonObject(conclusions)) return undefined;
  const concluded = readConclusions(conclusions);
  return concluded && { version: 1, checked, conclusions: concluded };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function readConclusions(written: JsonObject): Conclusions | undefined {
  const { replySchema, images, streaming, parallel, contextTokens } = written;
  const tools = toolUses.find(use => use === written.tools);
  const contract = readForm(written.contract);
  if (tools === undefined || ![replySchema, images, streaming].every(isChoice)) return undefined;
  return {
    tools,
    replySchema: replySchema === true,
    images: images === true,
    streaming: streaming === true,
    ...(isChoice(parallel) ? { parallel } : {}),
    ...(isAmount(contextTokens) && contextTokens > 0 ? { contextTokens: Math.floor(contextTokens) } : {}),
    ...(contract && { contract }),
  };
}

function isChoice(value: unknown): value is boolean {
  return typeof value === 'boolean';
}
