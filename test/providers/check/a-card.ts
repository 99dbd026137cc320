import type { CapabilityCard, ProbeName, ProbeResult } from '../../../src/providers/check/capability-card.ts';

type Figures = readonly [requests: number, took: number, firstByte?: number, tokens?: number];

function probe(
  name: ProbeName,
  outcome: ProbeResult['outcome'],
  finding: string,
  [requests, took, firstByte, tokens]: Figures,
): ProbeResult {
  const figures = { requests, took, ...(firstByte && { firstByte }), ...(tokens && { tokens }) };
  return { probe: name, outcome, finding, ...figures };
}

const held = 'The server enforces a schema on replies, and tool calls work through the contract that way.';
const streamed = 'The answer arrived in 40 pieces while the model wrote it.';
const cut =
  'The provider reports 32,768 tokens, but the model silently read only the last 6,000 tokens of a prompt of about 2,048 tokens.';

/** The card of a model that wants the contract, and whose server cuts prompts. */
export const aCard: CapabilityCard = {
  version: 1,
  model: 'ollama/small:3b',
  label: 'small:3b',
  checked: '2026-01-01T00:00:00.000Z',
  probes: [
    probe('native', 'failed', 'The model called no tool. It said “I cannot.”.', [1, 1840, 1620, 131]),
    probe('parallel', 'skipped', 'Skipped, because the model has no native tool calling.', [0, 0]),
    probe('contract', 'failed', 'The model called no tool. It said nothing.', [2, 900, 210, 1402]),
    probe('constrained', 'passed', held, [3, 2210, 190, 1733]),
    probe('images', 'failed', 'Shown a red, it said “none”.', [1, 150]),
    probe('streaming', 'passed', streamed, [1, 1300, 120, 141]),
    probe('context', 'failed', cut, [1, 3300, 3100, 2060]),
  ],
  conclusions: { tools: 'contract', replySchema: true, images: false, streaming: true, contextTokens: 2048 },
};
