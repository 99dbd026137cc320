import type { Price } from '../../converser/models/provider.ts';
import type { ToolUse } from './tool-use.ts';

/** A server of models, as settings and the command line describe it. */
export interface ProviderDefinition {
  /** The id of the provider made from it: `^[a-z0-9][a-z0-9-]{0,31}$`. */
  readonly id: string;
  readonly label: string;
  /** What it speaks. `openai` is Chat Completions, which every compatible server speaks. */
  readonly kind: 'anthropic' | 'openai' | 'openai-responses';
  /** Default: the vendor's own. */
  readonly baseUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly organization?: string;
  /** The environment variable that is read where no key is stored. */
  readonly keyVariable?: string;
  /** What the person knows better than the server, by a model's id or a pattern with `*`. */
  readonly models?: Readonly<Record<string, ModelFacts>>;
}

/** What is known of a model. What is absent is left to whoever else knows it. */
export interface ModelFacts {
  /** How it is given tools, whatever else was found out about it. */
  readonly tools?: ToolUse;
  /** Tokens that fit into one request and its reply. */
  readonly contextTokens?: number;
  /** Tokens that a reply may have. */
  readonly outputTokens?: number;
  readonly images?: boolean;
  readonly parallel?: boolean;
  /** Whether its server holds replies to a schema. */
  readonly replySchema?: boolean;
  readonly price?: Price;
}
