import type { ConversePorts } from '../../converser/turn/converse.ts';
import type { Activity } from '../activity/activity.ts';
import type { ModelFinder } from '../models/find-model.ts';
import type { KeptConversations } from './conversations/kept-conversations.ts';

/** What an MCP client is given access to. */
export interface McpPorts {
  readonly ports: ConversePorts;
  /** Those that the client may use. */
  readonly models: ModelFinder;
  readonly kept: KeptConversations;
  /** Where the requests to models are listed. Absent: nowhere. */
  readonly activity?: Pick<Activity, 'watched'>;
  /** Instructions that stand above the conversations that clients lead. */
  readonly supervisor?: (() => string) | undefined;
}
