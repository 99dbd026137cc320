import { perObject } from '../../ground/per-object.ts';
import { estimateRequest } from '../spending/estimate-request.ts';
import type { Invoker } from './invoker.ts';
import { toolDefinitions } from './tool-definitions.ts';

export const toolTokens = perObject((invoker: Invoker) =>
  estimateRequest({ canisters: [], tools: toolDefinitions([invoker]) }, ''),
);
