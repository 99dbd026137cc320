import {
  type CreateMessageRequest,
  type CreateMessageResult,
  ProtocolError,
} from '@modelcontextprotocol/client';
import { ConverserError, errors } from '../../../converser/ground/errors.ts';
import type { Clock, Ids } from '../../../converser/ground/ports.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import type { FinishReason, Model } from '../../../converser/words/models/provider.ts';
import { estimateText } from '../../../converser/words/spending/estimate-tokens.ts';
import { approvalHash } from '../approval/launch-approval.ts';
import type { ServerHandlers } from '../connection/connection-ports.ts';
import {
  createSamplingAccount,
  ordinaryBudget,
  type SamplingAccount,
  type SamplingBudget,
} from './budget.ts';
import { readSampling, refused } from './read-sampling.ts';

export interface SamplingPorts {
  readonly chosen: (signal: AbortSignal) => Promise<Model | undefined>;
  /** Contract: shows all that is sent; `deny` when the signal aborts or you can't be asked; never rejects. */
  readonly consent: (question: SamplingQuestion, signal: AbortSignal) => Promise<SamplingConsent>;
  readonly budget?: SamplingBudget;
  readonly clock: Clock;
  readonly ids: Ids;
}

export type SamplingConsent = 'once' | 'session' | 'deny';

export interface SamplingQuestion {
  readonly server: string;
  readonly model: { readonly provider: string; readonly id: string; readonly label: string };
  readonly canisters: readonly Canister[];
  readonly maxTokens: number;
  readonly used: SamplingBudget;
  readonly budget: SamplingBudget;
}

export function createSample(ports: SamplingPorts): NonNullable<ServerHandlers['sample']> {
  const { budget = ordinaryBudget } = ports;
  const accounts = new Map<string, SamplingAccount>();
  const trusted = new Set<string>();
  return async (params, { definition, signal, waitForUser = answer => answer() }) => {
    const { name, title } = definition;
    // Another server may get this name later, without your consent.
    const server = `${name} ${approvalHash(definition)}`;
    const account = accounts.get(name) ?? createSamplingAccount(budget);
    accounts.set(name, account);
    const canisters = readSampling(params, ports);
    // What a server prefers is advice: your choice decides.
    const model = await ports.chosen(signal);
    if (model === undefined) throw refused('No model is available.');
    if (!(params.maxTokens > 0)) throw refused('maxTokens must be positive.');
    const used = { requests: account.requests, tokens: account.tokens };
    const prompt = estimate(canisters);
    // Servers request far more than an answer needs. What is left is nearly always enough.
    const left = budget.tokens - used.tokens - prompt;
    if (left < 1) throw exhausted(budget, used);
    const maxTokens = Math.min(params.maxTokens, model.capabilities.outputTokens ?? left, left);
    // Reserved before you are asked, so that two requests can't use the same tokens.
    const settle = account.reserve(prompt + maxTokens);
    if (settle === undefined) throw exhausted(budget, used);
    const spent = { tokens: 0 };
    try {
      if (!trusted.has(server)) {
        const question = { server: title ?? name, model, canisters, maxTokens, used, budget };
        const consent = await waitForUser(() => ports.consent(question, signal));
        if (consent === 'deny') throw denied();
        if (consent === 'session') trusted.add(server);
      }
      const reply = await ask(model, { canisters, maxTokens, params, spent }, signal);
      if (signal.aborted) throw denied();
      return resultOf(model, reply);
    } finally {
      settle(spent.tokens);
    }
  };
}

type Params = CreateMessageRequest['params'];

interface Question {
  readonly canisters: readonly Canister[];
  readonly maxTokens: number;
  readonly params: Params;
  readonly spent: { tokens: number };
}

interface Reply {
  readonly text: string;
  readonly reason: FinishReason | 'stop-sequence';
}

/** Not all wire formats have stop sequences, and several models refuse requests that set a temperature. */
async function ask(
  model: Model,
  { canisters, maxTokens, params, spent }: Question,
  signal: AbortSignal,
): Promise<Reply> {
  const request = { canisters, tools: [], options: { max_tokens: maxTokens } };
  let text = '';
  let isReported = false;
  for await (const event of model.reply(request, signal)) {
    if (event.type === 'usage') {
      isReported = true;
      spent.tokens = (event.usage.input ?? 0) + (event.usage.output ?? 0);
    }
    if (event.type === 'restart') text = '';
    if (event.type === 'text-delta') {
      text += event.text;
      if (!isReported) spent.tokens = estimate(canisters) + Math.ceil(estimateText(text));
      const end = endOf(text, params.stopSequences);
      if (end !== undefined) return { text: text.slice(0, end), reason: 'stop-sequence' };
    }
    if (event.type === 'finish') return { text, reason: event.reason };
    if (event.type === 'failure') throw new ConverserError(event.error);
  }
  throw errors.modelFailed(model.label, 'its reply ended early.');
}

function endOf(text: string, stopSequences: readonly string[] = []): number | undefined {
  const ends = stopSequences.filter(Boolean).map(sequence => text.indexOf(sequence));
  const found = ends.filter(end => end >= 0);
  return found.length === 0 ? undefined : Math.min(...found);
}

function resultOf({ id }: Model, { text, reason }: Reply): CreateMessageResult {
  return {
    role: 'assistant',
    content: { type: 'text', text },
    model: id,
    stopReason: stopReasons[reason] ?? 'endTurn',
  };
}

const stopReasons: Readonly<Partial<Record<Reply['reason'], string>>> = {
  length: 'maxTokens',
  'stop-sequence': 'stopSequence',
};

function estimate(canisters: readonly Canister[]): number {
  return Math.ceil(
    canisters
      .flatMap(({ content }) => content)
      .reduce((sum, part) => sum + (part.type === 'text' ? estimateText(part.text) : tokensOfImage), 0),
  );
}

/** Vendors charge about this for an ordinary image. */
const tokensOfImage = 1_500;

/** https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling */
function denied(): ProtocolError {
  return new ProtocolError(-1, 'The user declined this request.');
}

function exhausted({ requests, tokens }: SamplingBudget, used: SamplingBudget): ProtocolError {
  return new ProtocolError(
    -1,
    `This request exceeds the server’s remaining budget: ${used.requests} of ${requests} requests and ${used.tokens} of ${tokens} tokens are used or reserved until Converser restarts.`,
  );
}
