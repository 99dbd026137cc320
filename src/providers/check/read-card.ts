import { isAmount, isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { toolUses } from '../facts/provider-definition.ts';
import {
  type CapabilityCard,
  type Conclusions,
  outcomes,
  type ProbeResult,
  probeNames,
} from './capability-card.ts';
import { readForm, readTrial } from './forge/contract-trial.ts';

/** Anyone may have edited the file. Returns `undefined` if it isn't a card of this version. */
export function readCard(written: JsonValue | undefined): CapabilityCard | undefined {
  if (!isJsonObject(written) || written.version !== 1) return undefined;
  const { model, label, checked, probes, conclusions } = written;
  if (typeof model !== 'string' || typeof label !== 'string' || !isTime(checked)) return undefined;
  if (!Array.isArray(probes) || !isJsonObject(conclusions)) return undefined;
  const read = probes.map(readResult);
  const concluded = readConclusions(conclusions);
  if (concluded === undefined || !read.every(result => result !== undefined)) return undefined;
  const bestContract = readTrial(written.bestContract);
  return {
    version: 1,
    model,
    label,
    checked,
    probes: read,
    conclusions: concluded,
    ...(bestContract && { bestContract }),
  };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function readResult(written: JsonValue): ProbeResult | undefined {
  if (!isJsonObject(written)) return undefined;
  const probe = probeNames.find(name => name === written.probe);
  const outcome = outcomes.find(name => name === written.outcome);
  const { finding, requests, took, firstByte, tokens } = written;
  if (probe === undefined || outcome === undefined || typeof finding !== 'string') return undefined;
  if (!isAmount(requests) || !isAmount(took)) return undefined;
  return {
    probe,
    outcome,
    finding,
    requests,
    took,
    ...(isAmount(firstByte) ? { firstByte } : {}),
    ...(isAmount(tokens) ? { tokens } : {}),
  };
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
