import type { Canister } from '../../../converser/canister/canister.ts';
import { textOf } from '../../../converser/canister/content.ts';
import type { SamplingConsent, SamplingQuestion } from '../../../ensembles/mcp/sampling/sample.ts';
import type { ServerQuestions } from '../../questions/open-questions.ts';

/** Shows in the sidebar all that a server wants a model to read, and asks whether it may. */
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
        message: 'What it wants the model to read is below. The answer goes to the server.',
        model: `${model.label} (${model.provider})`,
        prompt: canisters.map(canister => ({
          speaker: speakers[canister.role],
          text: textOf(canister.content),
        })),
        budget: `The answer may have ${maxTokens} tokens. In this session it may still ask ${left} ${left === 1 ? 'time' : 'times'}, this one included, and has used about ${used.tokens} of ${budget.tokens} tokens so far.`,
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
  assistant: 'Earlier answer',
  document: 'Document',
  invocation: 'Call',
  result: 'Result',
};
