import { aiSdkAnthropic, aiSdkChat, aiSdkResponses } from './ai-sdk.ts';
import type { OpenClient } from './client.ts';
import { langchainAnthropic, langchainChat, langchainResponses } from './langchain.ts';
import { officialClients } from './official-clients.ts';

/** Those that others made, on top of the vendors' APIs. */
export const otherClients: readonly OpenClient[] = [
  langchainChat,
  langchainResponses,
  langchainAnthropic,
  aiSdkChat,
  aiSdkResponses,
  aiSdkAnthropic,
];

export const allClients: readonly OpenClient[] = [...officialClients, ...otherClients];
