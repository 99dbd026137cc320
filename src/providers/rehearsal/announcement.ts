export const announcement = '*This is Rehearsal, a rule-based demo. It is not a language model.*';

export const runByYou = '*You ran this with `/invoke`. No language model was asked.*';
