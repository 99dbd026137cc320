import type { Listen } from '../../ground/async/listeners.ts';
import type { ErrorData } from '../../ground/errors.ts';
import type { JsonObject, JsonSchema } from '../../ground/json/json.ts';
import type { Canister } from '../canister/canister.ts';
import type { OpaqueContent } from '../canister/content.ts';
import type { ModelOptions } from './model-options.ts';

export interface Provider {
  readonly id: string;
  readonly label: string;
  models(signal: AbortSignal): Promise<readonly Model[]>;
  readonly named?: (id: string) => Model;
  readonly onDidChange?: Listen<void>;
}

export interface Model {
  readonly provider: string;
  readonly id: string;
  readonly label: string;
  readonly capabilities: ModelCapabilities;
  readonly dialect?: Dialect;
  readonly server?: string;
  readonly price?: Price;
  readonly wanted?: ModelOptions;

  /**
   * Contract:
   * - it never throws and never rejects; its last event is exactly one `finish` or `failure`;
   * - an `invocation` comes once its arguments are complete, in the order the model wrote them;
   * - an `invocation-delta` comes only on request, before its `invocation`, with only `usage` and `notice`
   *   between; a call that was cut off has no `invocation`;
   * - a `restart` makes void all before but `usage` and `notice`; the `usage` after it is of the new request;
   * - a reply larger than `replyLimits` ends with the `failure` `reply-too-large`;
   * - when the signal aborts, it ends soon, with the `failure` `cancelled`;
   * - a consumer that stops listening ends the request.
   */
  reply(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;

  countTokens?(request: ModelRequest, signal: AbortSignal): Promise<number>;
  readonly countedBy?: 'provider' | 'tokenizer' | 'estimate';
  toolTokens?(tools: readonly ToolDefinition[]): number;
}

export interface ModelCapabilities {
  readonly tools: 'native' | 'none';
  readonly images: boolean;
  readonly pdfs?: true;
  readonly contextTokens?: number;
  /** In tokens, if its server makes as much room as it is asked for. */
  readonly longestContext?: number;
  readonly outputTokens?: number;
  readonly thinks?: boolean;
  readonly contract?: true;
  readonly parallel?: boolean;
  readonly mostTools?: number;
  readonly findsTools?: boolean;
  readonly replySchema?: boolean;
}

/** In US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly written?: number;
  readonly writtenForHour?: number;
  readonly long?: LongPrice;
}

export interface LongPrice extends Omit<Price, 'long'> {
  readonly above: number;
}

/** Contract: every invocation among the canisters has exactly one result after it, and all are active. */
export interface ModelRequest {
  readonly canisters: readonly Canister[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice?: 'auto' | 'required';
  readonly parallel?: boolean;
  /** Asks for arguments while the model writes them. */
  readonly fragments?: true;
  readonly replySchema?: JsonSchema;
  readonly strictReply?: true;
  /** Milliseconds for which a failing request is repeated. Default: as long as the provider sees fit. */
  readonly patience?: number;
  /** Leads requests to the cache that saw the conversation's last one. */
  readonly conversation?: string;
  readonly options?: JsonObject;
  /** Other wires get what has an equal there. Without it, each wire gets the options as they are. */
  readonly dialect?: Dialect;
  readonly wanted?: ModelOptions;
}

export type Dialect = 'anthropic-messages' | 'ollama-chat' | 'openai-chat' | 'openai-responses' | 'vscode-lm';

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** Always an object schema with `properties`. */
  readonly inputSchema: JsonSchema;
  readonly aliases?: readonly string[];
  readonly ensemble?: string;
  /** Shipped tools are kept first if a model accepts only some. No wire carries it. */
  readonly isShipped?: true;
  /** A result of the conversation has found it: see `ResultCanister.finds`. Wires may send it there. */
  readonly found?: true;
  readonly native?: { readonly dialect: Dialect; readonly definition: JsonObject };
}

export type ModelEvent =
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'reasoning-delta'; readonly text: string }
  | {
      readonly type: 'invocation';
      readonly name: string;
      readonly arguments: unknown;
      /** The model wrote the call as text: it is made only if you say so. */
      readonly proposed?: true;
      readonly call?: number;
    }
  | {
      readonly type: 'invocation-delta';
      readonly call: number;
      readonly name: string;
      readonly text: string;
    }
  | {
      readonly type: 'restart';
      readonly message: string;
      readonly wait: number;
    }
  | { readonly type: 'opaque'; readonly content: OpaqueContent }
  | { readonly type: 'notice'; readonly message: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      readonly stopWord?: string;
    }
  | { readonly type: 'failure'; readonly error: ErrorData };

export type FinishReason = 'stop' | 'invocations' | 'length' | 'refusal';

export interface Usage {
  readonly input?: number;
  readonly output?: number;
  readonly cached?: number;
  readonly written?: number;
  readonly writtenForHour?: number;
  readonly reasoning?: number;
  readonly requests?: number;
  readonly estimated?: true;
}

export type WrittenInvocation = Pick<
  Extract<ModelEvent, { type: 'invocation' }>,
  'name' | 'arguments' | 'proposed'
>;
