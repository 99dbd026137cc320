import { isJsonObject, type JsonValue, parseJson } from '../converser/json/json.ts';

/** The program that leads a conversation, and how. */
export interface Origin {
  /** As you named it. */
  readonly client: string;
  /** `provider/id` of the model. */
  readonly model: string;
  /** The ensembles whose tools the model could use; `*`: all. */
  readonly tools: readonly string[];
}

/** The origin in a line of a conversation's file, if it is one. */
export function readOrigin(line: string): Origin | undefined {
  // Turns are lists, and may be long.
  if (!line.startsWith('{"origin"')) return undefined;
  const read = parseJson(line);
  const origin = isJsonObject(read) ? read.origin : undefined;
  if (!isJsonObject(origin)) return undefined;
  const { client, model, tools } = origin;
  if (typeof client !== 'string' || typeof model !== 'string' || !isTexts(tools)) return undefined;
  return { client, model, tools };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
