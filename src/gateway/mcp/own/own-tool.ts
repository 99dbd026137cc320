import type { Tool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { CallWatch } from '../call-watch.ts';

export interface OwnTool {
  readonly definition: Tool;
  /** The arguments have passed the schema. Rejects with a `ConverserError` that the client reads. */
  run(args: JsonObject, watch: CallWatch): Promise<OwnResult>;
}

export interface OwnResult {
  readonly texts: readonly string[];
  /** Fits the tool's output schema. */
  readonly structured: JsonObject;
}
