import { text } from '../../../converser/words/canister/content.ts';
import { failed, type Probe, passed } from '../probe.ts';

/** If the pieces arrive within a smaller part of the whole time, the reply was held back until its end. */
const leastSpread = 0.02;

export const streaming: Probe = {
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
