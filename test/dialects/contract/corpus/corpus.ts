import { adversarial } from './adversarial.ts';
import { answers } from './answers.ts';
import { families } from './families.ts';
import { almostJson, headed } from './headed.ts';
import { inventions } from './inventions.ts';
import { ownJson } from './own-json.ts';
import { vendors } from './vendors.ts';

/** All replies, by their shape. */
export const corpus = { ownJson, almostJson, answers, vendors, families, headed, adversarial, inventions };
