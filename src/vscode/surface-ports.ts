import type { EnsembleRoster } from '../converser/ensemble/ensemble-roster.ts';
import type { Host } from '../converser/host.ts';
import type { ModelRoster } from '../converser/models/model-roster.ts';
import type { Permissions } from '../converser/permission/permissions.ts';
import type { Limits } from '../converser/turn/converse.ts';
import type { ProviderDefinition } from '../providers/facts/provider-definition.ts';
import type { ConversationStore } from '../store/conversation-store.ts';
import type { ChatNamespaces } from './chat/chat-namespaces.ts';
import type { ResultDocuments } from './chat/result-documents.ts';
import type { MessageReferences } from './mcp/references/message-references.ts';
import type { ConversationApprovers } from './questions/conversation-approvers.ts';
import type { OpenQuestions } from './questions/open-questions.ts';
import type { OpenRequests } from './questions/open-requests.ts';

/** What the surfaces in VS Code share. `composition/compose-vscode.ts` builds it, once, on first use. */
export interface Parts {
  readonly roster: EnsembleRoster;
  /** Our own models; VS Code's are added in `models`. */
  readonly ownModels: ModelRoster;
  readonly models: ModelRoster;
  /** The servers that are configured. */
  readonly providers: () => readonly ProviderDefinition[];
  readonly permissions: Permissions;
  readonly host: Host;
  readonly limits: () => Limits;
  readonly approvers: ConversationApprovers;
  readonly questions: OpenQuestions;
  /** What servers of tools ask the person. */
  readonly requests: OpenRequests;
  readonly references: MessageReferences;
  readonly results: ResultDocuments;
  readonly namespaces: ChatNamespaces;
  readonly store: ConversationStore;
  /** The opened folders by the names under which the tools know them, which are unique. */
  readonly rootNames: () => readonly string[];
}
