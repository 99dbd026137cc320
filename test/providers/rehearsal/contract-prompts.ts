import type { Scenario } from '../../contracts/provider-contract.ts';

/** What to say to Rehearsal, so that it does what the contract of models wants to see. */
export const rehearsalPrompts: Readonly<Record<Scenario, string>> = {
  answer: 'hello',
  call: 'what is in notes.txt?',
  calls: 'read notes.txt and roll 2d6',
  result: 'what is in notes.txt?',
  long: 'who are you?',
  anything: 'help',
};
