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
 * Contract: each method starts what it needs, and rejects soon after the signal aborts, with a
 * `ConverserError` or the server's error; it gives up if the server stays silent for too long. A list is
 * whole and may be some seconds old. Its contents come from outside; only their shape is checked.
 */
export interface Library {
  resources(signal: AbortSignal): Promise<readonly Resource[]>;
  resourceTemplates(signal: AbortSignal): Promise<readonly ResourceTemplateType[]>;
  readResource(uri: string, signal: AbortSignal, askCaller?: AskCaller): Promise<ReadResourceResult>;
  prompts(signal: AbortSignal): Promise<readonly Prompt[]>;
  getPrompt(
    params: GetPromptRequest['params'],
    signal: AbortSignal,
    askCaller?: AskCaller,
  ): Promise<GetPromptResult>;
  complete(params: CompleteRequestParams, signal: AbortSignal): Promise<CompleteResult['completion']>;
}

export type EnsembleList = 'tools' | 'resources' | 'prompts';
