import { countText, numberText } from '../../../converser/ground/wording/numbers.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import type { SamplingConsent, SamplingQuestion } from '../../../ensembles/mcp/sampling/sample.ts';
import type { ServerQuestions } from '../../questions/open-questions.ts';

export function samplingConsent(requests: ServerQuestions) {
  return async (
    { server, model, canisters, maxTokens, used, budget }: SamplingQuestion,
    signal: AbortSignal,
  ): Promise<SamplingConsent> => {
    const left = budget.requests - used.requests;
    const answer = await requests.open(
      {
        kind: 'sampling',
        server,
        message: 'The server wants to send this to your model. It will receive the reply.',
        model: `${model.label} (${model.provider})`,
        prompt: canisters.map(canister => ({
          speaker: speakers[canister.role],
          text: textOf(canister.content),
        })),
        budget: `Reply: up to ${countText(maxTokens, 'token')}. ${left} of ${countText(budget.requests, 'request')} left this session; about ${numberText(used.tokens)} of ${countText(budget.tokens, 'token')} used.`,
      },
      signal,
    ).answer;
    if (answer.action !== 'accept') return 'deny';
    return answer.session === true ? 'session' : 'once';
  };
}

const speakers: Readonly<Record<Canister['role'], string>> = {
  supervisor: 'Instructions',
  user: 'Prompt',
  assistant: 'Earlier reply',
  document: 'Document',
  invocation: 'Call',
  result: 'Result',
  compaction: 'Left out',
};
