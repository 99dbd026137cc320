import type { OpenGateway } from '../../support/open-gateway.ts';

export interface ClientTool {
  readonly name: string;
  readonly schema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly run: (args: object) => string;
}

export interface AskOptions {
  /** PNG, in base64. */
  readonly image?: string;
  /** The reply is to be JSON that fits. */
  readonly schema?: object;
}

export interface ToolOptions {
  readonly tools: readonly ClientTool[];
  /** The first reply must call this one. */
  readonly forced?: string;
}

/** A library by which programs speak to models, in the ways in which its own documentation shows it. */
export interface Client {
  readonly name: string;
  ask(prompt: string, options?: AskOptions): Promise<string>;
  /** What it says, piece by piece. Ends when the signal aborts, also by throwing. */
  stream(prompt: string, signal?: AbortSignal): AsyncIterable<string>;
  runTools(prompt: string, options: ToolOptions): Promise<string>;
}

export type OpenClient = (gateway: OpenGateway, model: string) => Client;

export const mostRounds = 8;

/** As a client runs a tool that it may not have. */
export function runTool(tools: readonly ClientTool[], name: string, args: object): string {
  const tool = tools.find(each => each.name === name);
  if (tool === undefined) throw new Error(`No tool is called ${name}.`);
  return tool.run(args);
}
