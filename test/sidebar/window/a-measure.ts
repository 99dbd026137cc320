import type { WindowMeasure } from '../../../src/converser/words/context-window/window-measure.ts';

/** 96,000 of 112,000 tokens: little is left. */
export const tightMeasure: WindowMeasure = {
  model: 'copilot/claude-opus',
  window: 128_000,
  reserved: 16_000,
  total: 96_000,
  parts: {
    instructions: 1_240,
    tools: [
      { ensemble: 'github', tokens: 31_400 },
      { ensemble: 'workspace', tokens: 2_300 },
      { ensemble: 'probability', tokens: 660 },
    ],
    history: 14_100,
    attachments: 5_200,
    results: 38_900,
    reasoning: 2_200,
  },
};
