import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Price } from '../../converser/words/models/provider.ts';
import type { ContractForm } from '../../dialects/contract/forms/contract-form.ts';

export interface ProviderDefinition {
  /** `^[a-z0-9][a-z0-9-]{0,31}$` */
  readonly id: string;
  readonly label: string;
  /** `openai` is Chat Completions, which every compatible server offers; `ollama` is Ollama's own API. */
  readonly kind: 'anthropic' | 'ollama' | 'openai' | 'openai-responses';
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  readonly keyVariable?: string;
  readonly options?: JsonObject;
  readonly models?: Readonly<Record<string, ModelFacts>>;
}

export type ToolUse = 'native' | 'contract' | 'none';

export const toolUses: readonly ToolUse[] = ['native', 'contract', 'none'];

export interface ModelFacts {
  readonly tools?: ToolUse;
  readonly contextTokens?: number;
  /** In tokens. The server makes as much room as it is asked for, up to this. */
  readonly longestContext?: number;
  readonly outputTokens?: number;
  readonly images?: boolean;
  readonly thinks?: boolean;
  readonly parallel?: boolean;
  readonly replySchema?: boolean;
  /** In seconds. */
  readonly firstToken?: number;
  readonly contract?: ContractForm;
  readonly price?: Price;
  /** It is the name by which the serving program calls itself, where that decides how it is asked. */
  readonly server?: string;
}
