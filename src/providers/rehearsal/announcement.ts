/** It appears once per conversation. */
export const announcement = '*This is Rehearsal, a rule-based demo. It is not a language model.*';

/** It says who answered where another model may be chosen. */
export const runByYou = '*You ran this with `/invoke`. No language model was asked.*';
