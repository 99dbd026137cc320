import type { JsonValue } from '../converser/ground/json/json.ts';
import { objectIn } from './records.ts';

export interface Origin {
  readonly client: string;
  readonly model: string;
  /** Ensembles whose tools the model could use; `*` stands for all. */
  readonly tools: readonly string[];
}

export function readOrigin(line: string): Origin | undefined {
  const { client, model, tools } = objectIn(line, 'origin');
  if (typeof client !== 'string' || typeof model !== 'string' || !isTexts(tools)) return undefined;
  return { client, model, tools };
}

function isTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every(each => typeof each === 'string');
}
