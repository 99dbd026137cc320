import type { ConversePorts } from '../../converser/turn/converse-options.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { KeptConversations } from '../conversations/kept-conversations.ts';
import type { ModelFinder } from '../models/find-model.ts';

/** What an MCP client is given access to. */
export interface McpPorts {
  readonly ports: ConversePorts;
  /** Those that the client may use. */
  readonly models: ModelFinder;
  readonly kept: KeptConversations;
  /** All of what is kept there. */
  readonly conversations: Conversations;
}
