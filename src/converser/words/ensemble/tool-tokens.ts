import { perObject } from '../../ground/per-object.ts';
import { estimateRequest } from '../spending/estimate-request.ts';
import type { Invoker } from './invoker.ts';
import { toolDefinitions } from './tool-definitions.ts';

/** Estimates the tokens of an invoker's description in each request. */
export const toolTokens = perObject((invoker: Invoker) =>
  estimateRequest({ canisters: [], tools: toolDefinitions([invoker]) }, ''),
);
