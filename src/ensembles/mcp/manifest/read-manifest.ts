import { isJsonObject, type JsonObject, type JsonValue } from '../../../converser/ground/json/json.ts';
import type { Manifest } from './manifest.ts';

/** A kept manifest was fully validated on arrival. The library isn't loaded to do it again. */
export function readManifest(kept: JsonValue): Manifest | undefined {
  if (!isJsonObject(kept) || kept.form !== 2) return undefined;
  const {
    announced,
    protocolVersion,
    capabilities,
    tools,
    unusable,
    serverInfo,
    instructions,
    refusesDiscovery,
  } = kept;
  const isSound =
    isListOf(announced, isText) &&
    typeof protocolVersion === 'string' &&
    isTable(capabilities) &&
    isListOf(tools, isTool) &&
    isListOf(unusable, isUnusable) &&
    isOptional(serverInfo, isServerInfo) &&
    isOptional(instructions, isText) &&
    isOptional(refusesDiscovery, isFlag);
  return isSound ? (kept as unknown as Manifest) : undefined;
}

type Check = (value: JsonValue | undefined) => boolean;

const isText: Check = value => typeof value === 'string';
const isFlag: Check = value => typeof value === 'boolean';
const isTable = (value: JsonValue | undefined): value is JsonObject =>
  value !== undefined && isJsonObject(value);

function isOptional(value: JsonValue | undefined, check: Check): boolean {
  return value === undefined || check(value);
}

function isListOf(value: JsonValue | undefined, check: Check): boolean {
  return Array.isArray(value) && value.every(check);
}

function isTool(value: JsonValue | undefined): boolean {
  if (!isTable(value)) return false;
  const { name, title, description, inputSchema, annotations } = value;
  return (
    isText(name) &&
    isOptional(title, isText) &&
    isOptional(description, isText) &&
    isTable(inputSchema) &&
    inputSchema.type === 'object' &&
    isOptional(annotations, isHints)
  );
}

function isHints(value: JsonValue | undefined): boolean {
  if (!isTable(value)) return false;
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = value;
  return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].every(hint =>
    isOptional(hint, isFlag),
  );
}

function isUnusable(value: JsonValue | undefined): boolean {
  return isTable(value) && isText(value.name) && isText(value.reason);
}

function isServerInfo(value: JsonValue | undefined): boolean {
  return isTable(value) && isText(value.name) && isText(value.version);
}
