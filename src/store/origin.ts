import type { JsonValue } from '../converser/ground/json/json.ts';
import { objectIn } from './records.ts';

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
  const { client, model, tools } = objectIn(line, 'origin');
  if (typeof client !== 'string' || typeof model !== 'string' || !isTexts(tools)) return undefined;
  return { client, model, tools };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
