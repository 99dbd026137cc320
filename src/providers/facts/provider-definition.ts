import type { JsonObject } from '../../converser/ground/json/json.ts';
import type { Price } from '../../converser/words/models/provider.ts';
import type { ContractForm } from '../../dialects/contract/forms/contract-form.ts';

/** A model provider, as the settings and the command line describe it. */
export interface ProviderDefinition {
  /** The id of the provider made from it: `^[a-z0-9][a-z0-9-]{0,31}$`. */
  readonly id: string;
  readonly label: string;
  /** Its API. `openai` is Chat Completions, which every compatible server offers; `ollama` is Ollama's own. */
  readonly kind: 'anthropic' | 'ollama' | 'openai' | 'openai-responses';
  /** Default: the vendor's own. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  /** The environment variable that is read where no key is stored. */
  readonly keyVariable?: string;
  /** What is wanted of its models where nothing else says so, as it is written. */
  readonly options?: JsonObject;
  /** The user's overrides, by a model's id or a pattern with `*`. */
  readonly models?: Readonly<Record<string, ModelFacts>>;
}

/** How a model gets tools: by the server's own tool calling, through the contract, or not at all. */
export type ToolUse = 'native' | 'contract' | 'none';

export const toolUses: readonly ToolUse[] = ['native', 'contract', 'none'];

/** Known facts of a model. An absent one is left to another source. */
export interface ModelFacts {
  /** How it gets tools, whatever the check of the model found. */
  readonly tools?: ToolUse;
  /** Tokens that fit into one request and its reply. */
  readonly contextTokens?: number;
  /** Tokens that the window can have at most, where the server makes as much room as it is asked for. */
  readonly longestContext?: number;
  /** The maximum number of tokens in a reply. */
  readonly outputTokens?: number;
  readonly images?: boolean;
  /** Whether it thinks before it answers. */
  readonly thinks?: boolean;
  readonly parallel?: boolean;
  /** Whether its provider enforces a schema on replies. */
  readonly replySchema?: boolean;
  /** The contract that does best, as its check found. */
  readonly contract?: ContractForm;
  readonly price?: Price;
  /** What the program that serves it calls itself, where that decides how it is asked. */
  readonly server?: string;
}
