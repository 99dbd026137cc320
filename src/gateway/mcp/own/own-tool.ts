import type { Tool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { CallWatch } from '../call-watch.ts';

/** A tool of Converser itself. */
export interface OwnTool {
  readonly definition: Tool;
  /** The arguments have passed the schema. Rejects with a `ConverserError` that the client reads. */
  run(args: JsonObject, watch: CallWatch): Promise<OwnResult>;
}

export interface OwnResult {
  /** For models. */
  readonly texts: readonly string[];
  /** For programs. It fits the tool's output schema. */
  readonly structured: JsonObject;
}
