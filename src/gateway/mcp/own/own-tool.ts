import type { Tool } from '@modelcontextprotocol/server';
import type { JsonObject } from '../../../converser/ground/json/json.ts';
import type { CallWatch } from '../call-watch.ts';

export interface OwnTool {
  readonly definition: Tool;
  run(args: JsonObject, watch: CallWatch): Promise<OwnResult>;
}

export interface OwnResult {
  readonly texts: readonly string[];
  readonly structured: JsonObject;
}
