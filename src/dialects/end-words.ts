import { type ConverserError, errors } from '../converser/ground/errors.ts';
import { shortened } from '../converser/ground/wording/cut-text.ts';
import type { FinishReason } from '../converser/words/models/provider.ts';

/** A reply that ended with `stop` may hold calls. `failure`: another request may do better. */
export type ReplyEnd = Exclude<FinishReason, 'invocations'> | 'failure';

/**
 * Reads what a server of any wire gives as the reason why its reply ended, such as a `finish_reason`.
 * Invariant: only words that are known to mean success do, so that no half reply counts as a whole one.
 */
export function replyEnd(reason: unknown): ReplyEnd {
  const word = written(reason)
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/^finishreason/, '');
  if (successes.has(word)) return 'stop';
  if (lengths.test(word)) return 'length';
  return refusals.test(word) ? 'refusal' : 'failure';
}

export function failedEnd(label: string, reason: unknown): ConverserError {
  const word = written(reason);
  const what =
    word === 'error'
      ? 'it gave up in the middle of its reply.'
      : `it ended its reply with “${shortened(word, 60)}”.`;
  return errors.modelServerFailed(label, what);
}

function written(reason: unknown): string {
  return typeof reason === 'string' ? reason : String(JSON.stringify(reason));
}

/** Words of OpenAI, Anthropic, Cohere, Together, LM Studio and of gateways, without case and separators. */
const successes: ReadonlySet<string> = new Set(
  `stop stopsequence stoptoken stopword stopstring stopstringfound endturn endofturn endoftext eos
  eostoken eosfound eogtoken end done complete completed finish finished success pauseturn toolcall
  toolcalls tooluse functioncall functioncalls`.split(/\s+/),
);

const lengths = /length|contextwindow|max\w*tokens|tokens?limit|errorlimit/;

const refusals =
  /filter|refus|safety|sensitive|recitation|block|prohibited|spii|guardrail|toxic|moderat|polic|censor/;
