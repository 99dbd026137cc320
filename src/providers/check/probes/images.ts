import { text } from '../../../converser/words/canister/content.ts';
import { failed, type Probe, passed, quote } from '../probe.ts';
import { solidPng } from '../solid-png.ts';

const colours = [
  { name: 'red', rgb: [220, 20, 20] },
  { name: 'green', rgb: [0, 160, 0] },
  { name: 'blue', rgb: [20, 40, 230] },
  { name: 'yellow', rgb: [255, 225, 0] },
  { name: 'white', rgb: [255, 255, 255] },
  { name: 'black', rgb: [0, 0, 0] },
] as const;

export const images: Probe = {
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
