import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { text } from '../../converser/words/canister/content.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { estimateText } from '../../converser/words/spending/estimate-tokens.ts';
import { withContract } from '../wrappers/contract/contract-model.ts';
import { failed, type Probe, passed, quote } from './probe.ts';
import { longestReply } from './record-reply.ts';
import { isCallFor, lookUp, roundTrip } from './round-trip.ts';
import { solidPng } from './solid-png.ts';

function thousands(amount: number): number {
  return Math.ceil(amount / 1000) * 1000;
}

const native: Probe = {
  name: 'native',
  requests: 2,
  run: trial => roundTrip(trial.subject, trial),
};

const parallel: Probe = {
  name: 'parallel',
  requests: 1,
  needs: { probe: 'native', otherwise: 'Skipped, because the model has no native tool calling.' },
  async run(trial) {
    const keys = [trial.nonce(), trial.nonce()];
    const question = trial.canister('user', [
      text(
        `Look up the keys ${keys.join(' and ')}. Neither needs the other, so call ${lookUp.name} twice, both times in this one reply.`,
      ),
    ]);
    const { calls } = await trial.ask(trial.subject, { canisters: [question], tools: [lookUp] });
    return keys.every(key => calls.some(call => isCallFor(call, key)))
      ? passed('The model made both calls in one reply.')
      : failed(`Asked for two calls in one reply, the model made ${calls.length === 1 ? 'one' : 'others'}.`);
  },
};

const contract: Probe = {
  name: 'contract',
  requests: 4,
  run: trial => roundTrip(throughContract(trial.subject, false), trial),
};

function throughContract(subject: Model, replySchema: boolean): Model {
  return withContract({
    ...subject,
    capabilities: { ...subject.capabilities, tools: 'none', replySchema },
  });
}

/** The reply fits the unknown schema only if the server enforces it: many accept the parameter and ignore it. */
const constrained: Probe = {
  name: 'constrained',
  requests: 5,
  async run(trial) {
    const word = trial.nonce();
    const replySchema = {
      type: 'object',
      properties: { greeting: { type: 'string', enum: [word] } },
      required: ['greeting'],
      additionalProperties: false,
    };
    const subject = { ...trial.subject, capabilities: { ...trial.subject.capabilities, replySchema: true } };
    const question = trial.canister('user', [text('Answer with a JSON object that holds a greeting.')]);
    const { said } = await trial.ask(subject, { canisters: [question], tools: [], replySchema });
    if (!holds(said, word)) {
      return failed(`The server doesn’t enforce a schema on replies. The model said ${quote(said)}.`);
    }
    const verdict = await roundTrip(throughContract(trial.subject, true), trial);
    return verdict.outcome === 'passed'
      ? passed('The server enforces a schema on replies, and tool calls work through the contract that way.')
      : failed(
          `The server enforces a schema on replies, but the contract failed that way: ${verdict.finding}`,
        );
  },
};

function holds(said: string, word: string): boolean {
  const value = parseJson(said);
  return isJsonObject(value) && Object.keys(value).length === 1 && value.greeting === word;
}

const colours = [
  { name: 'red', rgb: [220, 20, 20] },
  { name: 'green', rgb: [0, 160, 0] },
  { name: 'blue', rgb: [20, 40, 230] },
  { name: 'yellow', rgb: [255, 225, 0] },
  { name: 'white', rgb: [255, 255, 255] },
  { name: 'black', rgb: [0, 0, 0] },
] as const;

const images: Probe = {
  name: 'images',
  requests: 1,
  async run(trial) {
    const drawn = colours[trial.draw(colours.length)] ?? colours[0];
    const names = colours.map(({ name }) => name).join(', ');
    const question = trial.canister('user', [
      text(`What colour is this picture? Answer with one word: ${names}; or “none” if you see no picture.`),
      { type: 'image', mimeType: 'image/png', bytes: solidPng(drawn.rgb) },
    ]);
    const { said } = await trial.ask(trial.subject, { canisters: [question], tools: [] });
    const named = colours.filter(({ name }) => new RegExp(`\\b${name}\\b`, 'i').test(said));
    return named.length === 1 && named[0] === drawn
      ? passed(`The model recognized a ${drawn.name} picture.`)
      : failed(`Shown a ${drawn.name} picture, the model said ${quote(said)}.`);
  },
};

/** If the pieces arrive within a smaller part of the whole time, the reply was held back until its end. */
const leastSpread = 0.02;

const streaming: Probe = {
  name: 'streaming',
  requests: 1,
  async run(trial) {
    const question = trial.canister('user', [
      text('Write the numbers from 1 to 40 as English words, separated by commas, and nothing else.'),
    ]);
    const { arrivals } = await trial.ask(trial.subject, { canisters: [question], tools: [] });
    const [first, last] = [arrivals[0], arrivals.at(-1)];
    if (first === undefined || last === undefined) return failed('The model answered without text.');
    if (arrivals.length === 1) return failed('The whole answer arrived in one piece.');
    return last - first < last * leastSpread
      ? failed(`${arrivals.length} pieces arrived together, after the answer was complete.`)
      : passed(`The answer arrived in ${arrivals.length} pieces while the model wrote it.`);
  },
};

/** In tokens. The prompt is longer than the size to which some local servers silently cut prompts, and still cheap. */
const longestPrompt = 6000;

/** A server that read all of a prompt must have counted this part of it. Tokenizers differ by less. */
const leastCounted = 0.6;

const context: Probe = {
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

export const probes: readonly Probe[] = [native, parallel, contract, constrained, images, streaming, context];

const requests = probes.reduce((sum, probe) => sum + probe.requests, 0);

/** Tokens are estimated; most checks cost a tenth of it. */
export const checkCost = {
  requests,
  input: thousands(longestPrompt + requests * 1000),
  output: thousands((requests * longestReply) / 4),
} as const;
