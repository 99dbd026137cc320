import { anthropic } from './anthropic.ts';
import type { OpenClient } from './client.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

/** The vendors' own SDKs, one for each wire. */
export const officialClients: readonly OpenClient[] = [openAiChat, openAiResponses, anthropic];
