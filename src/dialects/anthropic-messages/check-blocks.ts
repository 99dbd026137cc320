import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';

type Check = (value: unknown) => boolean;

const isText: Check = value => typeof value === 'string';
const isTextOrNothing: Check = value => value == null || typeof value === 'string';

const needs: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  text: { text: isText },
  image: { source: isSource },
  document: { source: isSource, title: isTextOrNothing },
  search_result: { title: isText, source: isText, content: isContent },
  tool_use: { id: isText, name: isText },
  tool_result: { tool_use_id: isText, content: value => value === undefined || isContent(value) },
  redacted_thinking: { data: isText },
};

const sourceNeeds: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  base64: { data: isText, media_type: isText },
  text: { data: isText, media_type: isText },
  url: { url: isText },
  file: { file_id: isText },
  content: { content: isContent },
};

export function isContent(content: unknown): boolean {
  return typeof content === 'string' || (Array.isArray(content) && content.every(isBlock));
}

function isBlock(block: unknown): boolean {
  if (!isJsonObject(block) || typeof block.type !== 'string') return false;
  return has(block, Object.hasOwn(needs, block.type) ? needs[block.type] : {});
}

function isSource(source: unknown): boolean {
  if (!isJsonObject(source) || typeof source.type !== 'string') return false;
  return Object.hasOwn(sourceNeeds, source.type) && has(source, sourceNeeds[source.type]);
}

function has(object: JsonObject, fields: Readonly<Record<string, Check>> = {}): boolean {
  return Object.entries(fields).every(([name, check]) => check(object[name]));
}
