import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptRequest,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
} from '@modelcontextprotocol/client';
import type { AskCaller } from './invoker.ts';

/**
 * What an ensemble offers besides tools, in the words of the Model Context Protocol.
 *
 * Contract: each method starts what it needs, and rejects soon after the signal aborts, with a `ConverserError`, or with
 * the error of the server behind; it gives up by itself when what is behind stays silent for too long. A list is whole and may be some seconds old. What it holds comes from outside and is
 * not checked beyond its shape.
 */
export interface Library {
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  /** @param askCaller passes the server's questions to the reader; absent if the reader can't answer */
  readResource(uri: string, signal: AbortSignal, askCaller?: AskCaller): Promise<ReadResourceResult>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  /** @param askCaller as for a resource */
  getPrompt(
    params: GetPromptRequest['params'],
    signal: AbortSignal,
    askCaller?: AskCaller,
  ): Promise<GetPromptResult>;
  /** Values for an argument of a prompt, or for a variable of a template. */
  complete(params: CompleteRequestParams, signal: AbortSignal): Promise<CompleteResult['completion']>;
}

/** The lists of an ensemble. */
export type EnsembleList = 'tools' | 'resources' | 'prompts';
