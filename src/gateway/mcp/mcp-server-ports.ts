import type { ConversePorts } from '../../converser/turn/converse-options.ts';
import type { Conversations } from '../conversations/conversations.ts';
import type { KeptConversations } from '../conversations/kept-conversations.ts';
import type { ModelFinder } from '../models/find-model.ts';

export interface McpPorts {
  readonly ports: ConversePorts;
  readonly models: ModelFinder;
  readonly kept: KeptConversations;
  readonly conversations: Conversations;
}
