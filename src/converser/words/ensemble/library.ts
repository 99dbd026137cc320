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
 * Contract: rejects soon after an abort or a long silence, with a `ConverserError` or the server's error. A
 * list is whole and may be some seconds old. Contents come from outside; only their shape is checked.
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
