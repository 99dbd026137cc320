import type { CapabilityCard } from '../../../src/providers/check/capability-card.ts';

/** The card of a model that wants the contract, and whose server cuts prompts. */
export const aCard: CapabilityCard = {
  version: 1,
  model: 'ollama/small:3b',
  label: 'small:3b',
  checked: '2026-01-01T00:00:00.000Z',
  probes: [
    {
      probe: 'native',
      outcome: 'failed',
      finding: 'The model called no tool. It said “I cannot.”.',
      requests: 1,
      took: 1840,
      firstByte: 1620,
      tokens: 131,
    },
    {
      probe: 'parallel',
      outcome: 'skipped',
      finding: 'Skipped, because the model has no native tool calling.',
      requests: 0,
      took: 0,
    },
    {
      probe: 'contract',
      outcome: 'failed',
      finding: 'The model called no tool. It said nothing.',
      requests: 2,
      took: 900,
      firstByte: 210,
      tokens: 1402,
    },
    {
      probe: 'constrained',
      outcome: 'passed',
      finding: 'The server enforces a schema on replies, and tool calls work through the contract that way.',
      requests: 3,
      took: 2210,
      firstByte: 190,
      tokens: 1733,
    },
    {
      probe: 'images',
      outcome: 'failed',
      finding: 'Shown a red, it said “none”.',
      requests: 1,
      took: 150,
    },
    {
      probe: 'streaming',
      outcome: 'passed',
      finding: 'The answer arrived in 40 pieces while the model wrote it.',
      requests: 1,
      took: 1300,
      firstByte: 120,
      tokens: 141,
    },
    {
      probe: 'context',
      outcome: 'failed',
      finding:
        'The provider reports 32,768 tokens, but the model silently read only the last 6,000 tokens of a prompt of about 2,048 tokens.',
      requests: 1,
      took: 3300,
      firstByte: 3100,
      tokens: 2060,
    },
  ],
  conclusions: { tools: 'contract', replySchema: true, images: false, streaming: true, contextTokens: 2048 },
};
