import { aiSdkAnthropic, aiSdkChat, aiSdkResponses } from './ai-sdk.ts';
import { anthropic } from './anthropic.ts';
import type { OpenClient } from './client.ts';
import { langchainAnthropic, langchainChat, langchainResponses } from './langchain.ts';
import { openAiChat } from './openai-chat.ts';
import { openAiResponses } from './openai-responses.ts';

export const allClients: readonly OpenClient[] = [
  openAiChat,
  openAiResponses,
  anthropic,
  langchainChat,
  langchainResponses,
  langchainAnthropic,
  aiSdkChat,
  aiSdkResponses,
  aiSdkAnthropic,
];
