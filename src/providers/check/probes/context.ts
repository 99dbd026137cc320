import { text } from '../../../converser/words/canister/content.ts';
import { estimateText } from '../../../converser/words/spending/estimate-tokens.ts';
import { failed, type Probe, passed, quote } from '../probe.ts';

/** In tokens. The prompt is longer than the size to which some local servers silently cut prompts, and still cheap. */
export const longestPrompt = 6000;

/** A server that read all of a prompt must have counted this part of it. Tokenizers differ by less. */
const leastCounted = 0.6;

export const context: Probe = {
  name: 'context',
  requests: 1,
  async run(trial) {
    const told = trial.subject.capabilities.contextTokens;
    const size = Math.min(longestPrompt, told === undefined ? longestPrompt : Math.floor(told / 2));
    const word = trial.nonce();
    const prompt = `Remember the word ${word}. Ignore the notes below.\n\n${filler(size)}\n\nWhich word did I ask you to remember? Answer with that word alone.`;
    const question = trial.canister('user', [text(prompt)]);
    const { said, usage } = await trial.ask(trial.subject, { canisters: [question], tools: [] });
    const claim =
      told === undefined ? 'The provider reports no context size' : `The provider reports ${tokens(told)}`;
    if (said.includes(word)) {
      return passed(`${claim}; the model read a prompt of about ${tokens(size)} from the beginning.`);
    }
    const { input } = usage;
    if (input !== undefined && input > 0 && input < size * leastCounted) {
      const finding = `${claim}, but the model silently read only the last ${tokens(input)} of a prompt of about ${tokens(size)}.`;
      return { ...failed(finding), contextTokens: input };
    }
    const finding = `${claim}, but the model lost the beginning of a prompt of about ${tokens(size)}. It said ${quote(said)}.`;
    return failed(finding);
  },
};

function filler(size: number): string {
  const lines: string[] = [];
  let length = 0;
  for (let number = 1; length < size; number++) {
    const line = `Note ${number}: the harbour was quiet, the boats stayed in, and nobody wrote anything down.`;
    lines.push(line);
    length += estimateText(line);
  }
  return lines.join('\n');
}

function tokens(count: number): string {
  return `${count.toLocaleString('en')} tokens`;
}
